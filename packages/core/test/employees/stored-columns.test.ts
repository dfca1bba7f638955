import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

/** What no answer shows: seen in the personnel file, or in the row. */
withCore('columns of an employee', (test) => {
  const rowOf = async (id: number) => {
    const text = 'SELECT * FROM "shaon_employee" WHERE company_id = $1 AND id = $2';
    return (await test.core.extension.database.scope(test.company).rows(rawSql(text), [id]))[0];
  };
  const hire = async (overrides: object) => (await test.core.employees.create(test.company, newEmployee(overrides))).id;

  it('keep the amount of the salary type alone (D:W14)', async () => {
    const amounts = { hourly_rate: '71.27', global_salary: '17391.5' };
    const hourly = await hire({ salary_type: 'hourly', ...amounts });
    expect(await test.core.personnel.file(test.company, hourly)).to.include({
      ...{ salary_type: 'hourly', hourly_rate: '71.2700', global_salary: null },
    });
    const global = await hire({ salary_type: 'global', ...amounts });
    expect(await test.core.personnel.file(test.company, global)).to.include({
      ...{ salary_type: 'global', hourly_rate: null, global_salary: '17391.5000' },
    });
  });

  it('keep the address until it is cleared', async () => {
    const id = await hire({});
    const address = async (change: object) => {
      await test.core.employees.update(test.company, id, change);
      return (await test.core.personnel.file(test.company, id)).address;
    };
    expect(await address({ name: 'Dana' })).to.equal(null);
    expect(await address({ address: 'הרצל 1' })).to.equal('הרצל 1');
    expect(await address({ name: 'Noa' })).to.equal('הרצל 1');
    expect(await address({ address: null })).to.equal(null);
  });

  it('keep the number that a message reaches together with the phone (D:W11)', async () => {
    const id = await hire({ phone: '050-1234567' });
    const reached = async (change?: object) => {
      if (change !== undefined) await test.core.employees.update(test.company, id, change);
      return (await rowOf(id))?.phone_e164;
    };
    expect(await reached()).to.equal('+972501234567');
    expect(await reached({ phone: '052-7654321' })).to.equal('+972527654321');
    expect(await reached({ phone: '12' })).to.equal(null);
    expect(await reached({ phone: '03-6123456' })).to.equal('+97236123456');
    expect(await reached({ phone: null })).to.equal(null);
  });

  it('keep department and branch until they are changed or cleared', async () => {
    const department_id = (await test.core.organization.createDepartment(test.company, { name: 'Ovens' })).id;
    const branch_id = (await test.core.organization.createBranch(test.company, { name: 'Lod' })).id;
    const id = await hire({ department_id, branch_id });
    const place = async (change: object) => {
      const { department, branch } = await test.core.employees.update(test.company, id, change);
      return [department?.id ?? null, branch?.id ?? null];
    };
    expect(await place({ name: 'Dana' })).to.deep.equal([department_id, branch_id]);
    expect(await place({ department_id: null })).to.deep.equal([null, branch_id]);
    expect(await place({ branch_id: null })).to.deep.equal([null, null]);
    expect(await place({ department_id, branch_id })).to.deep.equal([department_id, branch_id]);
  });

  it('are copied to the log-in, the days and the search text, each alone too', async () => {
    const department_id = (await test.core.organization.createDepartment(test.company, { name: 'Mixers' })).id;
    const branch_id = (await test.core.organization.createBranch(test.company, { name: 'Yavne' })).id;
    const id = await hire({ name: 'Gal Naor' });
    await test.core.attendance.punchIn(test.company, id);
    const copies = async (change: object) => {
      await test.core.employees.update(test.company, id, change);
      const text = `SELECT l.name, l.email, l.email_key, a.department_id, a.branch_id FROM shaon_login l
        JOIN shaon_attendance a ON a.company_id = l.company_id AND a.employee_id = l.employee_id
        WHERE l.company_id = $1 AND l.employee_id = $2`;
      const [row] = await test.core.extension.database.scope(test.company).rows(rawSql(text), [id]);
      return { ...row, searched: (await rowOf(id))?.searched };
    };
    expect(await copies({ name: 'Tal Naor' })).to.deep.include({ name: 'Tal Naor', department_id: null });
    expect(await copies({ email: 'Tal@naor.test' })).to.include({ email: 'Tal@naor.test', email_key: 'tal@naor.test' });
    expect(await copies({ department_id })).to.include({ department_id, branch_id: null });
    expect(await copies({ branch_id })).to.include({ department_id, branch_id });
    expect(await copies({ phone: '12' })).to.include({ name: 'Tal Naor', searched: 'tal naor\ntal@naor.test\n12' });
  });

  it('have a department without a branch, a branch without a department, or neither', async () => {
    const ovens = await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    const lod = await test.core.organization.createBranch(test.company, { name: 'Lod' });
    const hired = async (overrides: object) => {
      const { department, branch } = await test.core.employees.create(test.company, newEmployee(overrides));
      return [department?.name ?? null, branch?.name ?? null];
    };
    expect(await hired({ department_id: ovens.id })).to.deep.equal(['Ovens', null]);
    expect(await hired({ branch_id: lod.id })).to.deep.equal([null, 'Lod']);
    expect(await hired({})).to.deep.equal([null, null]);
  });
});

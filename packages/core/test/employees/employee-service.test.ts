import { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore('employees', (test) => {
  it('creates an active employee without anything that may never be shown', async () => {
    const employee = await test.core.employees.create(
      test.company,
      newEmployee({ name: 'רות לוי', email: 'Ruth@Example.test' }),
    );
    expect(employee).to.deep.equal({
      id: employee.id,
      name: 'רות לוי',
      email: 'Ruth@Example.test',
      phone: '050-1234567',
      role: 'employee',
      status: 'active',
      department: null,
      branch: null,
    });
    expect(await test.core.employees.get(test.company, employee.id)).to.deep.equal(employee);
  });

  it('tells all errors at once, those that need the database too', async () => {
    const taken = newEmployee();
    await test.core.employees.create(test.company, taken);
    const error = await refusal(
      test.core.employees.create(test.company, {
        ...newEmployee(),
        name: ' ',
        email: taken.email.toUpperCase(),
        department_id: 4711,
      }),
    );
    expect(error).to.be.instanceOf(InvalidInputError);
    expect((error as InvalidInputError).errors).to.deep.equal({
      name: [{ rule: 'required' }],
      email: [{ rule: 'unique' }],
      department_id: [{ rule: 'in' }],
    });
  });

  it('trims an ID number before it checks it, and refuses blanks within (D:W21, W7, A6)', async () => {
    const digits = newEmployee().id_number;
    await test.core.employees.create(test.company, newEmployee({ id_number: ` \u00A0${digits}\n` }));
    const errorsOf = async (id_number: string) =>
      ((await refusal(test.core.employees.create(test.company, newEmployee({ id_number })))) as InvalidInputError)
        .errors;
    expect(await errorsOf(digits)).to.deep.equal({ id_number: [{ rule: 'unique' }] });
    const [first, rest] = [digits.slice(0, 4), digits.slice(4)];
    for (const blank of [' ', '\u00A0', '\u200B', '-']) {
      expect(await errorsOf(`${first}${blank}${rest}`)).to.deep.equal({ id_number: [{ rule: 'id_number' }] });
    }
  });

  it('gives exactly one of fifty parallel creates with one e-mail address', async () => {
    const email = 'once@example.test';
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => test.core.employees.create(test.company, newEmployee({ email }))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).to.have.lengthOf(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.errors).to.deep.equal({ email: [{ rule: 'unique' }] });
    }
  });

  it('names every field that a parallel create of the same person took (D:W23, W24)', async () => {
    const same = newEmployee();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => test.core.employees.create(test.company, same)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).to.have.lengthOf(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason.errors).to.deep.equal({ id_number: [{ rule: 'unique' }], email: [{ rule: 'unique' }] });
      }
    }
  });

  it('leaves a caller’s transaction usable after a refused write, and commits with it', async () => {
    const first = newEmployee();
    const second = newEmployee();
    await test.core.transaction(async (manager) => {
      await test.core.employees.create(test.company, first, { manager });
      const error = await refusal(
        test.core.employees.create(test.company, newEmployee({ email: first.email }), { manager }),
      );
      expect(error).to.have.property('code', 'invalid_input');
      await test.core.employees.create(test.company, second, { manager });
    });
    const { items } = await test.core.employees.list(test.company, {}, { page: 1, per_page: 200 });
    expect(items.map((employee) => employee.email)).to.include.members([first.email, second.email]);
  });

  it('knows nothing of another company’s employee', async () => {
    const employee = await test.core.employees.create(test.foreign, newEmployee());
    expect(await refusal(test.core.employees.get(test.company, employee.id))).to.have.property('code', 'not_found');
    expect(await refusal(test.core.employees.update(test.company, employee.id, { name: 'x' }))).to.have.property(
      'code',
      'not_found',
    );
    expect(await refusal(test.core.employees.freeze(test.company, employee.id))).to.have.property('code', 'not_found');
  });
});

import { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { recordEvents } from '../recorded-events.ts';
import { newEmployee, personOf, refusal, withCore } from '../support.ts';

withCore('organization', (test) => {
  it('lists departments and branches by id, with exactly the published fields', async () => {
    const { organization } = test.core;
    const kitchen = await organization.createDepartment(test.company, { name: '  מטבח ' });
    const sales = await organization.createDepartment(test.company, { name: 'Sales' });
    const haifa = await organization.createBranch(test.company, { name: 'חיפה', address: 'Herzl 1' });
    const tiberias = await organization.createBranch(test.company, { name: 'Tiberias' });
    expect(kitchen).to.deep.equal({ id: kitchen.id, name: 'מטבח' });
    expect(tiberias.address).to.equal(null);
    expect(await organization.departments(test.company)).to.deep.equal([kitchen, sales]);
    expect(await organization.branches(test.company)).to.deep.equal([haifa, tiberias]);
    expect(await organization.departments(test.foreign)).to.deep.equal([]);
    expect(await organization.branches(test.foreign)).to.deep.equal([]);
  });

  it('keeps what a change does not name and clears an address by null', async () => {
    const { organization } = test.core;
    const { id } = await organization.createBranch(test.company, { name: 'Eilat', address: 'Beach 5' });
    expect(await organization.updateBranch(test.company, id, { name: 'Eilat South' })).to.deep.equal({
      id,
      name: 'Eilat South',
      address: 'Beach 5',
    });
    const cleared = await organization.updateBranch(test.company, id, { address: null });
    expect(cleared).to.deep.equal({ id, name: 'Eilat South', address: null });
    expect(await organization.branches(test.company)).to.deep.include(cleared);
    const department = await organization.createDepartment(test.company, { name: 'Old' });
    await organization.updateDepartment(test.company, department.id, { name: 'New' });
    expect(await organization.departments(test.company)).to.deep.include({ id: department.id, name: 'New' });
  });

  it('refuses blank and too long names', async () => {
    const { organization } = test.core;
    const blank = await refusal(organization.createDepartment(test.company, { name: ' ' }));
    expect((blank as InvalidInputError).errors).to.deep.equal({ name: [{ rule: 'required' }] });
    const long = await refusal(organization.createBranch(test.company, { name: 'א'.repeat(256) }));
    expect(long).to.be.instanceOf(InvalidInputError);
  });

  for (const unit of ['department', 'branch'] as const) {
    const field = `${unit}_id` as const;

    async function unitWithPeople(people: number) {
      const { organization, employees } = test.core;
      const create = unit === 'department' ? organization.createDepartment : organization.createBranch;
      const { id } = await create(test.company, { name: 'Night crew' });
      const members = [];
      for (let n = 0; n < people; n++) {
        members.push(await employees.create(test.company, newEmployee({ [field]: id })));
      }
      const remove = unit === 'department' ? organization.removeDepartment : organization.removeBranch;
      return { id, members, remove };
    }

    it(`removes an unused ${unit}`, async () => {
      const { id, remove } = await unitWithPeople(0);
      await remove(test.company, id);
      await expectNotFound({ again: () => remove(test.company, id) });
    });

    it(`refuses to remove a ${unit} with people in it and says how many (D:E3)`, async () => {
      for (const employees of [1, 3]) {
        const used = await unitWithPeople(employees);
        const refused = await refusal(used.remove(test.company, used.id));
        expect(refused).to.have.deep.property('details', { unit, employees });
      }
      const { id, members, remove } = await unitWithPeople(2);
      const error = await refusal(remove(test.company, id));
      expect(error).to.have.property('code', 'in_use');
      expect(error).to.have.deep.property('details', { unit, employees: 2 });
      expect((await test.core.employees.get(test.company, members[0]!.id))[unit]).to.have.property('id', id);
    });

    it(`takes the people out of a ${unit} when told to, with one event each (D:E3)`, async () => {
      const { id, members, remove } = await unitWithPeople(2);
      const events = recordEvents(test.core);
      await remove(test.company, id, { clearReferences: true });
      expect(events.take().map(({ type, companyId, data }) => ({ type, companyId, data }))).to.deep.equal(
        members.map((member) => ({
          type: 'employee.updated',
          companyId: test.company.companyId,
          data: {
            employee_id: member.id,
            name: member.name,
            email: member.email,
            department_id: null,
            branch_id: null,
            status: 'active',
          },
        })),
      );
      expect((await test.core.employees.get(test.company, members[1]!.id))[unit]).to.equal(null);
      await expectNotFound({ again: () => remove(test.company, id, { clearReferences: true }) });
    });

    it(`leaves the people in a ${unit} when its removal rolls back`, async () => {
      const { id, members, remove } = await unitWithPeople(1);
      const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
      await refusal(remove(test.company, id, { clearReferences: true, withinTransaction }));
      expect((await test.core.employees.get(test.company, members[0]!.id))[unit]).to.have.property('id', id);
    });

    it(`removes a ${unit} although people come into it meanwhile`, async () => {
      const { id, members, remove } = await unitWithPeople(4);
      const joins = members.map((member) =>
        test.core.employees.update(test.company, member.id, { name: `${member.name}!`, [field]: id }),
      );
      const results = await Promise.allSettled([
        remove(test.company, id, { clearReferences: true }),
        ...joins,
        test.core.employees.create(test.company, newEmployee({ [field]: id })),
      ]);
      expect(results[0]?.status).to.equal('fulfilled');
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).to.have.property('code', 'invalid_input');
      }
      const left = await test.core.employees.list(test.company, { [field]: id }, { page: 1, per_page: 50 });
      expect(left.total).to.equal(0);
    });
  }

  it('counts the people of each department and branch, frozen ones too', async () => {
    const { organization } = test.core;
    const { id: department_id } = await organization.createDepartment(test.company, { name: 'Counted' });
    const { id: branch_id } = await organization.createBranch(test.company, { name: 'Counted' });
    const { id: empty } = await organization.createBranch(test.company, { name: 'Empty' });
    await test.core.employees.create(test.company, newEmployee({ department_id, branch_id }));
    const { id } = await test.core.employees.create(test.company, newEmployee({ department_id }));
    await test.core.employees.freeze(test.company, id);
    expect((await organization.peopleByDepartment(test.company)).get(department_id)).to.equal(2);
    const byBranch = await organization.peopleByBranch(test.company);
    expect([byBranch.get(branch_id), byBranch.get(empty)]).to.deep.equal([1, undefined]);
    expect((await organization.peopleByDepartment(test.foreign)).has(department_id)).to.equal(false);
  });

  it('knows nothing of another company’s departments and branches', async () => {
    const { organization } = test.core;
    const department = await organization.createDepartment(test.foreign, { name: 'Theirs' });
    const branch = await organization.createBranch(test.foreign, { name: 'Theirs' });
    await expectNotFound({
      updateDepartment: () => organization.updateDepartment(test.company, department.id, { name: 'x' }),
      removeDepartment: () => organization.removeDepartment(test.company, department.id, { clearReferences: true }),
      updateBranch: () => organization.updateBranch(test.company, branch.id, { name: 'x' }),
      removeBranch: () => organization.removeBranch(test.company, branch.id, { clearReferences: true }),
    });
    expect(await organization.departments(test.foreign)).to.deep.equal([department]);
    expect(await organization.branches(test.foreign)).to.deep.equal([branch]);
  });

  it('lets managers read and only admins write', async () => {
    const { organization } = test.core;
    const manager = personOf(test.company, 'manager');
    expect(await organization.departments(manager)).to.deep.equal(await organization.departments(test.company));
    for (const call of [
      () => organization.createDepartment(manager, { name: 'x' }),
      () => organization.updateBranch(manager, 1, { name: 'x' }),
      () => organization.removeDepartment(manager, 1),
      () => organization.departments({ ...manager, role: 'employee' }),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'not_permitted');
    }
  });
});

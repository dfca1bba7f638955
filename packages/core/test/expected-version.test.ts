import { type ExpectedVersion, versionOf } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal, withCore } from './support.ts';

interface Edited {
  readonly thing: string;
  /** The version that a page shows now. */
  version(): Promise<string>;
  change(name: string, options?: ExpectedVersion): Promise<unknown>;
}

withCore('an expected version', (test) => {
  const find = async <Row extends { readonly id: number }>(rows: Promise<readonly Row[]>, id: number) =>
    (await rows).find((row) => row.id === id) as Row;

  const editable: Readonly<Record<string, () => Promise<Edited>>> = {
    async department() {
      const { organization } = test.core;
      const { id } = await organization.createDepartment(test.company, { name: 'One' });
      return {
        thing: 'department',
        version: async () => versionOf(await find(organization.departments(test.company), id)),
        change: (name, options) => organization.updateDepartment(test.company, id, { name }, options),
      };
    },
    async branch() {
      const { organization } = test.core;
      const { id } = await organization.createBranch(test.company, { name: 'One', address: 'Herzl 1' });
      return {
        thing: 'branch',
        version: async () => versionOf(await find(organization.branches(test.company), id)),
        change: (name, options) => organization.updateBranch(test.company, id, { name }, options),
      };
    },
    async preset() {
      const { shifts } = test.core;
      const { id } = await shifts.create(test.company, { name: 'One', start_time: '07:00', wage_percentage: 125 });
      return {
        thing: 'shift',
        version: async () => versionOf(await find(shifts.list(test.company), id)),
        change: (name, options) => shifts.update(test.company, id, { name }, options),
      };
    },
    async token() {
      const { tokens } = test.core;
      const { summary } = await tokens.issue(test.company, { name: 'One', abilities: ['leave:read'] });
      return {
        thing: 'token',
        async version() {
          const { name, expiresAt } = await tokens.get(test.company, summary.id);
          return versionOf({ name, expiresAt });
        },
        change: (name, options) => tokens.update(test.company, summary.id, { name }, options),
      };
    },
    async 'type of absence'() {
      const { absenceTypes } = test.core;
      const { id } = await absenceTypes.create(test.company, {
        label: `One of ${(await absenceTypes.list(test.company)).length}`,
      });
      return {
        thing: 'absence_type',
        version: async () => versionOf(await find(absenceTypes.list(test.company), id)),
        change: (label, options) => absenceTypes.rename(test.company, id, `${label} ${id}`, options),
      };
    },
    async company() {
      const { companies } = test.core;
      return {
        thing: 'company',
        version: async () => versionOf(await companies.get(test.company)),
        change: (name, options) => companies.update(test.company, { name }, options),
      };
    },
    async person() {
      const { organization, employees, personnel } = test.core;
      const department_id = (await organization.createDepartment(test.company, { name: 'Ovens' })).id;
      const { id } = await employees.create(test.company, newEmployee({ department_id, hourly_rate: '44.5' }));
      return {
        thing: 'employee',
        version: async () => (await personnel.file(test.company, id)).version,
        change: (name, options) => personnel.amend(test.company, id, { name }, options),
      };
    },
  };

  for (const [name, make] of Object.entries(editable)) {
    it(`of a ${name} lets the first of two changes pass and tells the second`, async () => {
      const edited = await make();
      const expectedVersion = await edited.version();
      expect(await edited.version()).to.equal(expectedVersion);
      await edited.change('Two', { expectedVersion });
      expect(await edited.version()).not.to.equal(expectedVersion);
      const second = (await refusal(edited.change('Three', { expectedVersion }))) as object;
      expect(second).to.include({ code: 'state_conflict' });
      expect(second).to.have.deep.property('details', { changed: edited.thing });
      const latest = await edited.version();
      expect(await refusal(edited.change('Three', { expectedVersion: '' }))).to.have.property('code', 'state_conflict');
      await edited.change('Four', { expectedVersion: latest });
      await edited.change('Five');
    });

    it(`of a ${name} is compared under the lock: of two at a time one is told`, async () => {
      const edited = await make();
      const expectedVersion = await edited.version();
      const changes = ['Left', 'Right'].map((side) => edited.change(side, { expectedVersion }));
      const outcomes = (await Promise.allSettled(changes)).map(({ status }) => status);
      expect(outcomes.sort()).to.deep.equal(['fulfilled', 'rejected']);
    });
  }

  it('of a person follows salary, ID number and place of work, and neither status nor role', async () => {
    const { employees, personnel, organization, accounts } = test.core;
    const { id } = await employees.create(test.company, newEmployee());
    const version = async () => (await personnel.file(test.company, id)).version;
    const seen = [await version()];
    const { id: branch_id } = await organization.createBranch(test.company, { name: 'Lod' });
    const changes = [
      { hourly_rate: 99 },
      { id_number: newEmployee().id_number },
      { branch_id },
      { address: 'Herzl 1' },
    ];
    for (const change of changes) {
      await personnel.amend(test.company, id, change, { expectedVersion: seen.at(-1) });
      seen.push(await version());
    }
    expect(new Set(seen).size).to.equal(changes.length + 1);
    await organization.updateBranch(test.company, branch_id, { name: 'Ramla' });
    await accounts.setRole(test.company, { employee_id: id, role: 'manager' });
    await employees.freeze(test.company, id);
    expect(await version()).to.equal(seen.at(-1));
  });
});

import type { Employee, EmployeeFilter } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, randomNumbers, validIdNumber, withCore } from '../support.ts';

const IMPORTED = 1_100;

async function* inChunks(rows: readonly Record<string, string>[]) {
  for (let from = 0; from < rows.length; from += 500) {
    yield rows.slice(from, from + 500).map((values, index) => ({ line: from + index + 1, values }));
  }
}

withCore('lists of employees', (test) => {
  const departments: number[] = [];
  const branches: number[] = [];

  before(async () => {
    const units = (kind: string) => ['A', 'B'].map((name) => ({ external_id: name, name: `${kind} ${name}` }));
    const people = Array.from({ length: IMPORTED }, (_, n) => ({
      external_id: `E${n}`,
      name: `Person ${n}`,
      id_number: validIdNumber(50_000_000 + n),
      email: `person${n}@counts.example`,
      phone: '0501234567',
      salary_type: 'hourly',
      hourly_rate: '40',
      department_external_id: ['A', 'B', ''][n % 3] as string,
      branch_external_id: ['A', 'B', ''][Math.floor(n / 3) % 3] as string,
      status: n % 7 === 0 ? 'frozen' : 'active',
    }));
    const report = await test.core.imports.run({
      company: { id: test.company.companyId },
      files: [
        { kind: 'departments', name: 'departments', rows: () => inChunks(units('D')) },
        { kind: 'branches', name: 'branches', rows: () => inChunks(units('B')) },
        { kind: 'employees', name: 'employees', rows: () => inChunks(people) },
      ],
    });
    expect(report.refusals).to.deep.equal([]);
    // The second time each person is found by their key.
    const moved = people.slice(0, 40).map((person) => ({ ...person, department_external_id: 'B', status: 'active' }));
    await test.core.imports.run({
      company: { id: test.company.companyId },
      files: [{ kind: 'employees', name: 'employees', rows: () => inChunks(moved) }],
    });
    departments.push(...(await test.core.organization.departments(test.company)).map(({ id }) => id));
    branches.push(...(await test.core.organization.branches(test.company)).map(({ id }) => id));
  });

  /** Everybody, read past the lists. */
  async function everybody() {
    const scope = test.core.extension.database.scope(test.company);
    const rows = await scope.rows(
      rawSql('SELECT id, department_id, branch_id, status FROM shaon_employee WHERE company_id = $1 ORDER BY id'),
    );
    return rows as unknown as { id: number; department_id: number | null; branch_id: number | null; status: string }[];
  }

  it('have their total and every page, whatever has happened', async function () {
    this.timeout(60_000);
    const random = randomNumbers(20_261_122);
    const drawn = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
    const { employees, organization } = test.core;
    const { id: closing } = await organization.createDepartment(test.company, { name: 'Closing' });
    const known = (await everybody()).map(({ id }) => id);
    for (let n = 0; n < 60; n += 1) {
      const unit = { department_id: drawn([...departments, closing, null]), branch_id: drawn([...branches, null]) };
      const id = drawn(known);
      await drawn<() => Promise<unknown>>([
        () => employees.create(test.company, { ...newEmployee(), ...unit }),
        () => employees.update(test.company, id, unit),
        () => employees.update(test.company, id, unit),
        () => employees.freeze(test.company, id),
        () => employees.reactivate(test.company, id),
      ])();
    }
    await organization.removeDepartment(test.company, closing, { clearReferences: true });
    const all = await everybody();
    const filters: EmployeeFilter[] = [undefined, ...departments, 0].flatMap((department_id) =>
      [undefined, ...branches].flatMap((branch_id) =>
        [undefined, 'active', 'frozen', 'gone'].map((status) => ({ department_id, branch_id, status })),
      ),
    );
    for (const filter of filters) {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined);
      const expected = all.filter((person) => given.every(([name, value]) => person[name as 'status'] === value));
      const per_page = drawn([37, 100, 200]);
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / per_page) + 1; page += 1) {
        const { items, total } = await employees.list(test.company, filter, { page, per_page });
        expect(total, JSON.stringify(filter)).to.equal(expected.length);
        found.push(...items.map(({ id }: Employee) => id));
      }
      expect(found, `${JSON.stringify(filter)}, ${per_page} a page`).to.deep.equal(expected.map(({ id }) => id));
    }
  });
});

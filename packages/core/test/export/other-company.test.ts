import { type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal } from '../support.ts';
import {
  type Exported,
  exportOf,
  type Installation,
  importExport,
  newCompanyOf,
  withInstallations,
} from './two-installations.ts';

async function companyOf({ core, clock }: Installation, name: string, madeAfter: number): Promise<SystemActor> {
  clock.advance(madeAfter);
  const company = systemActor((await core.companies.create({ name })).id);
  await core.absenceTypes.createDefaults(company);
  for (const part of ['one', 'two']) {
    const { id } = await core.employees.create(company, newEmployee({ name: `${name} ${part}` }));
    await core.leave.submit(company, { employee_id: id, dates: ['2026-06-14'], type: 'חופש' });
    const punches = [{ kind: 'in' as const, at: new Date('2026-05-20T05:00:00Z') }];
    await core.attendance.correct(company, id, '2026-05-20', { punches, note: 'told' });
  }
  return company;
}

withInstallations('a copy that is given the export of another company', ['bakery', 'garage', 'target'], (test) => {
  let bakery: SystemActor;
  let first: Exported;
  let there: SystemActor;
  const copy = (exported: Exported, chunk?: number) =>
    importExport(test.target, exported, { company: { id: there.companyId }, isCopy: true }, chunk);

  before(async () => {
    bakery = await companyOf(test.bakery, 'Bakery', 0);
    first = await exportOf(test.bakery, bakery.companyId);
    there = systemActor((await importExport(test.target, first, { company: newCompanyOf(first) })).companyId);
  });

  it('is refused although both installations number their records from 1', async () => {
    const garage = await companyOf(test.garage, 'Garage', 1_000);
    const other = await exportOf(test.garage, garage.companyId);
    for (const [kind, rows] of Object.entries(first.rows)) {
      const keys = (list: typeof rows) => list.map(({ external_id: key }) => key);
      expect(keys(other.rows[kind as keyof Exported['rows']])).to.deep.equal(keys(rows));
    }
    for (const chunk of [undefined, 1]) {
      const error = await refusal(copy(other, chunk));
      expect(error).to.have.property('code', 'state_conflict');
      expect(error).to.have.property('message').that.contains('employees of the same keys that were made at another');
    }
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(first);
  });

  it('is refused for a leave request and for a day too', async () => {
    for (const kind of ['leave', 'attendance'] as const) {
      const rows = first.rows[kind].map((row, index) =>
        index === 0 ? { ...row, created_at: '2026-06-02T06:00:00.001Z' } : row,
      );
      const error = await refusal(copy({ ...first, rows: { ...first.rows, [kind]: rows } }));
      expect(error, kind).to.have.property('code', 'state_conflict');
    }
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(first);
  });

  it('takes no row that comes twice for a person whom the export does not have', async () => {
    await test.target.core.employees.create(there, newEmployee());
    const rows = { ...first.rows, employees: [...first.rows.employees, ...first.rows.employees] };
    for (const chunk of [undefined, 1]) {
      const error = await refusal(copy({ ...first, rows }, chunk));
      expect(error).to.have.property('message').that.contains('has employees that the export does not have (1)');
    }
  });
});

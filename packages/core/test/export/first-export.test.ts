import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { type Exported, exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

withTwoInstallations('an export holds of the company', (test) => {
  let exported: Exported;
  before(async () => {
    const { core, clock } = test.source;
    const company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    const { id } = await core.organization.createDepartment(company, { name: 'Ovens' });
    await core.organization.createBranch(company, { name: 'Haifa' });
    await core.shifts.create(company, { name: 'Night', wage_percentage: 150 });
    clock.advance(3_600_000);
    await core.organization.updateDepartment(company, id, { name: 'Kitchen' });
    await core.companies.requireSecondFactor(company, true);
    await core.companies.update(company, { sms_notices: true });
    exported = await exportOf(test.source, company.companyId);
  });

  it('when departments, branches and presets were made and changed, and since when a second factor is wanted', async () => {
    test.target.clock.advance(86_400_000);
    const { companyId } = await importExport(test.target, exported, { company: newCompanyOf(exported) });
    const again = await exportOf(test.target, companyId);
    expect(again).to.deep.equal(exported);
    expect(again.rows.departments[0]).to.deep.equal({
      external_id: 'shaon-1',
      name: 'Kitchen',
      created_at: '2026-06-02T06:00:00.000Z',
      updated_at: '2026-06-02T07:00:00.000Z',
    });
    expect(again.company.second_factor_since).to.equal('2026-06-02T07:00:00.000Z');
  });

  it('what an export of before did not say, without which it is imported all the same', async () => {
    const { second_factor_since: _, ...company } = exported.company;
    const without = (rows: Exported['rows']['departments']) =>
      rows.map(({ created_at: _, updated_at: __, ...row }) => row);
    const rows = {
      ...exported.rows,
      departments: without(exported.rows.departments),
      branches: without(exported.rows.branches),
      shifts: without(exported.rows.shifts),
    };
    const before: Exported = { ...exported, company: { ...company, name: 'Before' } as never, rows };
    const report = await importExport(test.target, before, { company: newCompanyOf(before) });
    const now = test.target.clock.now().toISOString();
    const again = await exportOf(test.target, report.companyId);
    expect(again.rows.shifts[0]).to.include({ name: 'Night', created_at: now, updated_at: now });
    expect(again.company.second_factor_since).to.equal(null);
  });
});

import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

withTwoInstallations('the columns of a payroll file', (test) => {
  it('go with an export, though presets and types of absence have other ids there', async () => {
    const { core } = test.source;
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const types = await core.absenceTypes.createDefaults(company);
    const hours = { start_time: '22:00', end_time: '06:00', wage_percentage: 150 };
    await core.shifts.create(company, { name: 'Removed', ...hours });
    const night = await core.shifts.create(company, { name: 'Night', ...hours });
    for (const { id, name } of await core.shifts.list(company)) {
      if (name === 'Removed') await core.shifts.remove(company, id);
    }
    expect((await exportOf(test.source, company.companyId)).company.payroll_columns).to.equal(null);
    await core.payroll.saveColumns(company, {
      columns: [
        { source: 'name', name: 'Who' },
        { source: `preset:${night.id}`, name: '150' },
        { source: `absence:${types[1]?.id}`, name: 'Sick' },
      ],
    });
    const exported = await exportOf(test.source, company.companyId);
    expect(exported.company.payroll_columns?.map(({ source }) => source)).to.deep.equal([
      'name',
      `preset:shaon-${night.id}`,
      `absence:${types[1]?.label}`,
    ]);

    // Ids of the target differ from those of the source.
    const first = await test.target.core.companies.create({ name: 'First' });
    await test.target.core.absenceTypes.create(systemActor(first.id), { label: 'Army' });
    await test.target.core.shifts.create(systemActor(first.id), { name: 'Evening', ...hours });
    const { companyId } = await importExport(test.target, exported, { company: newCompanyOf(exported) });
    const there = systemActor(companyId);
    const columns = await test.target.core.payroll.columns(there);
    expect(columns.filter(({ isChosen }) => isChosen).map(({ name, label }) => [name, label])).to.deep.equal([
      ['Who', 'שם'],
      ['150', 'Night 150%'],
      ['Sick', types[1]?.label],
    ]);
    const again = await exportOf(test.target, companyId);
    expect(again.company.payroll_columns).to.deep.equal(exported.company.payroll_columns);
  });
});

import { type ImportedRow, type ImportKind, type ImportRequest, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { stored } from '../races/look.ts';
import { newEmployee, refusal, withCore } from '../support.ts';
import { fileOf, person, refusedReport } from './support.ts';

withCore('the ids of imported rows', (test) => {
  /** What an import tells, by kind and key. */
  async function toldBy(request: Omit<ImportRequest, 'onRows'>): Promise<Record<string, ImportedRow>> {
    const told: Record<string, ImportedRow> = {};
    const onRows = (rows: readonly ImportedRow[]) => {
      for (const row of rows) told[`${row.kind} ${row.externalId}`] = row;
    };
    await test.core.imports.run({ ...request, onRows });
    return told;
  }

  const company = () => ({ id: test.company.companyId });
  const dana = person('e1', { department_external_id: 'd1' });
  const files = (more: object = {}) => [
    fileOf('departments', [{ external_id: 'd1', name: 'Ovens' }]),
    fileOf('branches', [{ external_id: 'b1', name: 'Haifa' }]),
    fileOf('shifts', [{ external_id: 's1', name: 'Night', wage_percentage: 150 }]),
    fileOf('employees', [{ ...dana, ...more }]),
    fileOf('leave', [{ external_id: 'l1', employee_external_id: 'e1', date: '2026-06-01', type: 'חופש' }]),
    fileOf('attendance', [
      { external_id: 'a1', employee_external_id: 'e1', date: '2026-06-01', check_in: '08:00', check_out: '12:00' },
    ]),
  ];

  it('are told of every kind, made, changed and unchanged, and are those that the services know', async () => {
    const first = await toldBy({ company: company(), files: files() });
    expect(Object.keys(first)).to.deep.equal([
      ...['departments d1', 'branches b1', 'shifts s1', 'employees e1', 'leave l1', 'attendance a1'],
    ]);
    for (const [kind, key] of [
      ['department', 'departments d1'],
      ['branch', 'branches b1'],
      ['shift', 'shifts s1'],
      ['employee', 'employees e1'],
      ['leave', 'leave l1'],
      ['attendance', 'attendance a1'],
    ] as const) {
      expect(first[key]?.outcome).to.equal('created');
      const found = await test.core.externalIds.find(test.company, kind, first[key]?.externalId as string);
      expect(first[key]?.id, key).to.equal(found).and.to.be.a('number');
    }
    const second = await toldBy({ company: company(), files: files({ name: 'Renamed' }) });
    for (const [key, row] of Object.entries(second)) {
      expect(row.outcome).to.equal(row.kind === 'employees' ? 'updated' : 'unchanged');
      expect(row.id).to.equal(first[key]?.id);
    }
  });

  it('are told of the rows that a partial import writes, and of no refused one', async () => {
    const told = await toldBy({
      company: company(),
      partial: true,
      files: [
        fileOf(
          'departments',
          [
            { external_id: 'p1', name: 'A' },
            { external_id: 'p2', name: '' },
          ],
          1,
        ),
      ],
    });
    expect(Object.keys(told)).to.deep.equal(['departments p1']);
    const found = await test.core.externalIds.find(test.company, 'department', 'p1');
    expect(told['departments p1']?.id).to.equal(found);
  });

  it('are not told by a dry run', async () => {
    const told = await toldBy({
      company: company(),
      dryRun: true,
      files: [fileOf('departments', [{ external_id: 'dry', name: 'A' }])],
    });
    expect(told).to.deep.equal({});
  });

  it('are told within the transaction: what is written by its manager stands or falls with the import', async () => {
    const { id } = await test.core.companies.create({ name: 'Linked' });
    const actor = systemActor(id);
    const rows: readonly (readonly [ImportKind, object])[] = [
      ['departments', { external_id: 'd1', name: 'A' }],
      ['departments', { external_id: 'd2', name: '' }],
    ];
    const run = (partial: boolean) =>
      test.core.imports.run({
        company: { id },
        partial,
        files: rows.map(([kind, values]) => fileOf(kind, [values as Record<string, unknown>])),
        async onRows(imported, manager) {
          for (const row of imported) {
            await test.core.organization.createBranch(actor, { name: `of ${row.id}` }, { manager });
          }
        },
      });
    await refusedReport(run(false));
    expect(await test.core.organization.branches(actor)).to.deep.equal([]);
    await run(true);
    expect(await test.core.organization.branches(actor)).to.have.length(1);
  });

  it('may be refused by their hearer, which undoes the import', async () => {
    const { id } = await test.core.companies.create({ name: 'Refused' });
    const run = test.core.imports.run({
      company: { id },
      files: [fileOf('departments', [{ external_id: 'd1', name: 'A' }])],
      onRows: () => {
        throw new Error('The disk is full.');
      },
    });
    expect(await refusal(run)).to.have.property('message', 'The disk is full.');
    expect(
      await stored(test, { companyId: id }, 'SELECT id FROM "shaon_department" WHERE company_id = $1'),
    ).to.deep.equal([]);
  });

  it('are those of records that were given their keys before', async () => {
    const employee = await test.core.employees.create(test.company, newEmployee());
    await test.core.externalIds.set(test.company, 'employee', employee.id, 'linked');
    const row = person('linked', { name: 'From the source', email: employee.email });
    const told = await toldBy({ company: company(), files: [fileOf('employees', [row])] });
    expect(told['employees linked']).to.deep.equal({
      ...{ kind: 'employees', externalId: 'linked', id: employee.id, outcome: 'updated' },
    });
    expect((await test.core.employees.get(test.company, employee.id)).name).to.equal('From the source');
    const again = await toldBy({ company: company(), files: [fileOf('employees', [row])] });
    expect(again['employees linked']?.outcome).to.equal('unchanged');
  });
});

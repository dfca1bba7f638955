import { type CompanyExport, type ExportedRow, type ImportKind, systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { fileOf, person } from '../import/support.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

const PEOPLE = 600;
const NO_DOCUMENTS = { keepDocument: null };

async function rowsOf({ files }: CompanyExport, wanted: ImportKind): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  for (const { kind, rows: pages } of files) {
    if (kind === wanted) for await (const page of pages()) rows.push(...page);
  }
  return rows;
}

withCore('export', (test) => {
  let companyId: number;
  before(async () => {
    const people = Array.from({ length: PEOPLE }, (_, index) => person(`e${index + 1}`));
    const files = [fileOf('employees', people)];
    ({ companyId } = await test.core.imports.run({ company: { create: { name: 'Tea House' } }, files }));
  });

  it('reads one moment, while others write without waiting', async () => {
    const company = systemActor(companyId);
    const { items } = await test.core.employees.list(company, {}, { page: 1, per_page: 200 });
    const first = Number(items[0]?.id);
    const rows = await test.core.exports.run({ companyId, ...NO_DOCUMENTS }, async ({ files }) => {
      const read: ExportedRow[] = [];
      const employees = files.find(({ kind }) => kind === 'employees');
      for await (const page of employees?.rows() ?? []) {
        // Between two pages; these would wait forever if the export held the database.
        if (read.length === 0) {
          await test.core.employees.update(company, first + PEOPLE - 1, { name: 'Renamed' });
          await test.core.employees.create(company, newEmployee({ name: 'Late' }));
        }
        read.push(...page);
      }
      return read;
    });
    expect(rows).to.have.length(PEOPLE);
    expect(rows.map(({ name }) => name)).to.not.include.members(['Renamed', 'Late']);
    const after = await test.core.exports.run({ companyId, ...NO_DOCUMENTS }, (one) => rowsOf(one, 'employees'));
    expect(after.map(({ name }) => name)).to.include.members(['Renamed', 'Late']);
  });

  it('makes keys for records without one, and none that another record has', async () => {
    const company = systemActor(companyId);
    const clash = await test.core.employees.create(company, newEmployee());
    const [taken] = (await test.core.employees.list(company, {}, { page: 1, per_page: 1 })).items;
    await test.core.externalIds.set(company, 'employee', Number(taken?.id), `shaon-${clash.id}`);
    const rows = await test.core.exports.run({ companyId, ...NO_DOCUMENTS }, (one) => rowsOf(one, 'employees'));
    const keys = rows.map(({ external_id }) => external_id);
    expect(keys).to.include.members([`shaon-${clash.id}`, `shaon-${clash.id}-here`, 'e2']);
    expect(new Set(keys)).to.have.property('size', keys.length);
  });

  it('holds nobody else’s rows, is audited, and knows no other company', async () => {
    await test.core.employees.create(test.foreign, newEmployee({ name: 'Foreigner' }));
    const rows = await test.core.exports.run({ companyId, ...NO_DOCUMENTS }, (one) => rowsOf(one, 'employees'));
    expect(rows.map(({ name }) => name)).to.not.include('Foreigner');
    const [{ n } = { n: 0 }] = await test.core.extension.database
      .scope(systemActor(companyId))
      .rows(rawSql(`SELECT COUNT(*) AS n FROM "shaon_audit" WHERE company_id = $1 AND action = 'company.export'`));
    expect(Number(n)).to.be.greaterThan(2);
    for (const unknown of [999_999, 2 ** 40]) {
      const error = await refusal(
        test.core.exports.run({ companyId: unknown, ...NO_DOCUMENTS }, async () => undefined),
      );
      expect(error).to.have.property('code', 'not_found');
    }
  });
});

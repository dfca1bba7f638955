import { setImmediate } from 'node:timers/promises';
import type { CompanyRow, CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { companySql, readByIndex } from '../database/statement.ts';
import type { Table } from '../database/table.ts';

/** Rows read at once: a page blocks the event loop for some milliseconds on SQLite. */
const PAGE = 250;

/** A company's rows of a table by id, in portions; other work runs in between. */
export async function* companyPages<Row extends CompanyRow>(
  company: CompanyScope,
  table: Table<Row>,
): AsyncGenerator<readonly Row[]> {
  const hasIndex = (table.uniques ?? []).some(([first, second]) => first === 'companyId' && second === 'id');
  const rowsById = readByIndex(table, hasIndex ? '' : DIFFERENCES[company.dialect].byId);
  const page = companySql`SELECT ${table.selection(company.dialect)} FROM ${rowsById} t
    WHERE t.id > $2 ORDER BY t.id LIMIT ${PAGE}`;
  let after = 0;
  for (;;) {
    const rows = (await company.rows(page, [after])).map(table.fromDatabase);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
    await setImmediate();
  }
}

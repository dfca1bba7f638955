import { setImmediate } from 'node:timers/promises';
import type { AllCompanies } from '../database/all-companies.ts';
import { everyCompanySql } from '../database/statement.ts';
import type { StoredTable } from '../database/table.ts';

/** Rows read at once. */
const PAGE = 500;

/** The rows of a table over all companies, ordered by its key. */
export async function* pagesOf(all: AllCompanies, table: StoredTable): AsyncGenerator<readonly object[]> {
  // A table without an id has a name as its key.
  const hasId = table.properties.includes('id');
  const key = hasId ? 'id' : 'name';
  const statement = everyCompanySql`SELECT ${table.selection(all.dialect)} FROM ${table}
    WHERE "${key}" > $1 ORDER BY "${key}" LIMIT ${PAGE}`;
  let after: string | number = hasId ? 0 : '';
  for (;;) {
    const raw = await all.rows(statement, [after]);
    if (raw.length > 0) yield raw.map((row) => table.fromDatabase(row));
    if (raw.length < PAGE) return;
    const last = raw.at(-1)?.[key];
    after = hasId ? Number(last) : String(last);
    await setImmediate();
  }
}

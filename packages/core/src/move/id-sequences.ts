import type { EntityManager } from 'typeorm';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import type { StoredTable } from '../database/sql/table.ts';

const LAST_OF_SQLITE = everyCompanySql`SELECT seq AS last FROM sqlite_sequence WHERE name = $1`;
const SET_ON_SQLITE = everyCompanySql`UPDATE sqlite_sequence SET seq = $2 WHERE name = $1 RETURNING seq`;
const ADD_ON_SQLITE = everyCompanySql`INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`;
const LAST_OF_POSTGRES = everyCompanySql`SELECT pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass) AS last`;
const NAME_OF_POSTGRES = everyCompanySql`SELECT pg_get_serial_sequence($1, 'id') AS name`;

const hasIds = (table: StoredTable): boolean => table.properties.includes('id');

/** The last id that a table has used, possibly of a deleted row; 0 if none. */
export async function lastIdOf(all: AllCompanies, table: StoredTable): Promise<number> {
  if (!hasIds(table)) return 0;
  const statement = all.dialect === 'sqlite' ? LAST_OF_SQLITE : LAST_OF_POSTGRES;
  const [row] = await all.run(statement, [table.name]);
  return Number(row?.last ?? 0);
}

/** Makes a table continue after an id, so that none is used twice. Unlike `setval`, its transaction can undo it. */
export async function continueAfter(
  { all, manager }: { readonly all: AllCompanies; readonly manager: EntityManager },
  table: StoredTable,
  last: number,
): Promise<void> {
  if (!hasIds(table) || last === 0) return;
  if (all.dialect === 'sqlite') {
    const set = await all.run(SET_ON_SQLITE, [table.name, last]);
    if (set.length === 0) await all.run(ADD_ON_SQLITE, [table.name, last]);
    return;
  }
  const [row] = await all.run(NAME_OF_POSTGRES, [table.name]);
  const sequence = String(row?.name);
  await manager.query(`ALTER SEQUENCE ${sequence} RESTART WITH ${last}`);
  // Draws the last id once more, so that the sequence counts as used; before its first it would report no id.
  await manager.query('SELECT nextval($1::regclass)', [sequence]);
}

import type { Connection } from './fresh-database.ts';
import { type OpenedDatabase, withOpened } from './opened-database.ts';

/** Each table of keys with the table of its rows and the key's column. */
const KEY_TABLES = `SELECT k.relname AS keys, t.relname AS rows, a.attname AS key
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class k ON k.oid = f.confrelid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = f.conkey[3]
  WHERE f.contype = 'f' AND f.condeferred AND k.relname = t.relname || '_by_' || a.attname`;

/** Fails if the tables of keys differ from the keys of the rows; does nothing without such tables. */
export const assertKeptKeys = (connection: Connection): Promise<void> => withOpened(connection, checkKeptKeys);

export async function checkKeptKeys(database: OpenedDatabase): Promise<void> {
  if (database.type === 'sqlite') return;
  const found: string[] = [];
  for (const { keys, rows, key } of await database.rows<Record<'keys' | 'rows' | 'key', string>>(KEY_TABLES)) {
    const mismatched = await database.rows(`SELECT t.id AS row, k.id AS key FROM "${rows}" t
      FULL JOIN "${keys}" k ON (k.company_id, k.id, k."${key}") = (t.company_id, t.id, t."${key}")
      WHERE t.id IS NULL OR k.id IS NULL LIMIT 3`);
    found.push(...mismatched.map((ids) => `${keys} ${JSON.stringify(ids)}`));
  }
  if (found.length > 0) throw new Error(`Keys without their row, or rows without their key: ${found.join(', ')}`);
}

import pg from 'pg';
import type { Connection } from './fresh-database.ts';

/** The tables of keys, the tables of whose rows they are, and the column that is the key. */
const KEY_TABLES = `SELECT k.relname AS keys, t.relname AS rows, a.attname AS key
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class k ON k.oid = f.confrelid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = f.conkey[3]
  WHERE f.contype = 'f' AND f.condeferred AND k.relname = t.relname || '_by_' || a.attname`;

/** Fails when keys that stand in tables of their own are not those of the rows; does nothing where they do not. */
export async function assertKeptKeys(connection: Connection): Promise<void> {
  if (connection.type === 'sqlite') return;
  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  try {
    const found = [];
    for (const { keys, rows, key } of (await client.query(KEY_TABLES)).rows) {
      const mismatched = await client.query(`SELECT t.id AS row, k.id AS key FROM "${rows}" t
        FULL JOIN "${keys}" k ON (k.company_id, k.id, k."${key}") = (t.company_id, t.id, t."${key}")
        WHERE t.id IS NULL OR k.id IS NULL LIMIT 3`);
      found.push(...mismatched.rows.map((ids) => `${keys} ${JSON.stringify(ids)}`));
    }
    if (found.length > 0) throw new Error(`Keys without their row, or rows without their key: ${found.join(', ')}`);
  } finally {
    await client.end();
  }
}

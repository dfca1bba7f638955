import type { DatabaseConnection } from '@shaon/core';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** The tables with many rows; their indices are created after the load, which is several times faster. */
const LARGE = ['shaon_attendance', 'shaon_audit'];
const LARGE_NAMES = LARGE.map((name) => `'${name}'`).join(', ');

/**
 * Runs SQL that fills a migrated database which no other process has open. References are not checked, and nothing is
 * synced until the end.
 */
export async function bulkLoad(database: DatabaseConnection, statements: readonly string[]): Promise<void> {
  if (database.type === 'sqlite') loadSqlite(database.path, statements);
  else await loadPostgres(database.url, statements);
}

function loadSqlite(path: string, statements: readonly string[]): void {
  const file = new Sqlite(path);
  for (const setting of [
    'foreign_keys = OFF',
    'journal_mode = MEMORY',
    'synchronous = OFF',
    'cache_size = -500000',
    'threads = 3',
  ]) {
    file.pragma(setting);
  }
  const indices = file
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${LARGE_NAMES})`,
    )
    .all();
  for (const { name } of indices) file.exec(`DROP INDEX "${name}"`);
  const triggers = file
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) file.exec(`DROP TRIGGER "${name}"`);
  file.exec('BEGIN');
  for (const statement of statements) file.exec(statement);
  file.exec('COMMIT');
  for (const { sql } of [...indices, ...triggers]) file.exec(sql);
  file.exec('ANALYZE');
  file.pragma('journal_mode = WAL');
  file.close();
}

async function loadPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`,
    );
    const { rows: indices } = await client.query<{ name: string; sql: string }>(
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename IN (${LARGE_NAMES})
       AND schemaname = current_schema()
       AND indexname NOT IN (SELECT relname FROM pg_constraint JOIN pg_class ON pg_class.oid = conindid)`,
    );
    for (const { name } of indices) await client.query(`DROP INDEX "${name}"`);
    for (const statement of statements) await client.query(statement);
    for (const { sql } of indices) await client.query(sql);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

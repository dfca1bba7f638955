import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from './dialects.ts';
import type { Connection } from './fresh-database.ts';

/** A test's database over a connection of its own, beside those of the code under test. */
export interface OpenedDatabase {
  readonly type: Dialect;
  rows<Row>(sql: string): Promise<Row[]>;
}

export async function withOpened<Result>(
  connection: Connection,
  work: (database: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  return connection.type === 'sqlite' ? await onSqlite(connection.path, work) : await onPostgres(connection.url, work);
}

async function onSqlite<Result>(path: string, work: (database: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const database = new Sqlite(path);
  try {
    return await work({
      type: 'sqlite',
      rows: async <Row>(sql: string) => database.prepare<unknown[], Row>(sql).all(),
    });
  } finally {
    database.close();
  }
}

async function onPostgres<Result>(url: string, work: (database: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work({
      type: 'postgres',
      rows: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
    });
  } finally {
    await client.end();
  }
}

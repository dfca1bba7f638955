import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { type Connection, createTestDatabase, onEachDatabase } from '../src/index.ts';

let migrations = 0;

async function migrate(connection: Connection): Promise<void> {
  migrations += 1;
  await run(connection, 'CREATE TABLE thing (name text)');
}

async function run(connection: Connection, sql: string): Promise<unknown[]> {
  if (connection.type === 'sqlite') {
    const database = new Database(connection.path);
    database.pragma('journal_mode = WAL');
    const statement = database.prepare(sql);
    const rows = statement.reader ? statement.all() : [statement.run()];
    database.close();
    return rows;
  }
  const client = new pg.Client(connection.url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

onEachDatabase('a database per suite', { migrate }, (database) => {
  it('is migrated and of the dialect asked for', async () => {
    expect(database.connection().type).to.equal(database.type);
    expect(await run(database.connection(), 'SELECT name FROM thing')).to.deep.equal([]);
  });

  it('comes from a template that was migrated once', async () => {
    const before = migrations;
    const other = await createTestDatabase(database.type, { migrate });
    await run(other.connection, "INSERT INTO thing VALUES ('only here')");
    expect(await run(database.connection(), 'SELECT name FROM thing')).to.deep.equal([]);
    expect(migrations).to.equal(before);
    await other.drop();
  });

  it('is gone after being dropped', async () => {
    const other = await createTestDatabase(database.type);
    await run(other.connection, 'SELECT 1');
    await other.drop();
    if (other.connection.type === 'sqlite') {
      expect(existsSync(other.connection.path)).to.equal(false);
    } else {
      const gone = await run(database.connection(), `SELECT 1 FROM pg_database WHERE datname = '${other.name}'`);
      expect(gone).to.deep.equal([]);
    }
  });
});

onEachDatabase('a database without a migration', (database) => {
  it('is empty', async () => {
    const tables = database.type === 'sqlite' ? 'sqlite_master' : "pg_tables WHERE schemaname = 'public'";
    expect(await run(database.connection(), `SELECT * FROM ${tables}`)).to.deep.equal([]);
  });
});

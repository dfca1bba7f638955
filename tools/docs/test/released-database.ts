import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Ability, createCore, migrateCore, systemActor } from '@shaon/core';
import { type Connection, newEmployee } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const FOLDER = new URL('released-schemas/', import.meta.url);

/** Every version whose database is kept: a company with two employees, three days of attendance and a token. */
export const RELEASES = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];

/**
 * Puts the database of a released version into an empty one, as its dump has it: it does not change when the code does.
 *
 * @returns its token, which may read employees and attendance
 */
export async function loadRelease(release: string, connection: Connection): Promise<string> {
  const dump = readFileSync(new URL(`${release}/${connection.type}.sql`, FOLDER), 'utf8');
  const token = /^-- token: (\S+)$/m.exec(dump)?.[1];
  if (token === undefined) throw new Error(`The dump of ${release} names no token.`);
  if (connection.type === 'sqlite') {
    const database = new Sqlite(connection.path);
    try {
      database.exec(dump);
    } finally {
      database.close();
    }
    return token;
  }
  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
  return token;
}

/** The same data in a database that lacks migrations: those of webhooks. Returns the token. */
export async function fillOutdated(connection: Connection, keys: string): Promise<string> {
  await migrateCore(connection);
  const core = await createCore({ database: connection, keys, withoutEvents: true });
  try {
    const company = systemActor((await core.companies.create({ name: 'Old' })).id);
    const { id } = await core.employees.create(company, newEmployee());
    const { id: other } = await core.employees.create(company, newEmployee());
    await core.attendance.punchIn(company, id, { at: new Date('2026-01-31T08:00:00Z') });
    for (const one of [id, other]) {
      await core.attendance.punchIn(company, one, { at: new Date('2026-02-02T08:00:00Z') });
    }
    const abilities: Ability[] = ['employees:read', 'attendance:read'];
    return (await core.tokens.issue(company, { name: 'payroll', abilities })).token;
  } finally {
    await core.close();
  }
}

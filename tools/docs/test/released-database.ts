import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Ability, createCore, migrateCore, systemActor } from '@shaon/core';
import { type Connection, newEmployee } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const FOLDER = new URL('released-schemas/', import.meta.url);

/** The keys of every dump, whose data is invented. */
export const RELEASE_KEYS = `release:${Buffer.alloc(32, 1).toString('base64')}`;

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

/** The same data in a database of today's core, which lacks the tables of webhooks. Returns the token. */
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

/** The definition of every table, index, trigger and function, as the database tells it. */
export async function definitionsOf(connection: Connection): Promise<string[]> {
  if (connection.type === 'sqlite') {
    const database = new Sqlite(connection.path, { readonly: true });
    try {
      return database
        .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name')
        .pluck()
        .all() as string[];
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ definition: string }>(POSTGRES_DEFINITIONS);
    return rows.map(({ definition }) => definition);
  } finally {
    await client.end();
  }
}

const POSTGRES_DEFINITIONS = `
  SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, identity_generation) AS definition
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY 1`;

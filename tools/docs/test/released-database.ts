import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const FOLDER = new URL('released-schemas/', import.meta.url);

/** Every version whose database is kept: a company with two employees, three days of attendance and a token. */
export const RELEASES = readdirSync(FOLDER).sort();

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

import type { Connection } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Settings } from './running-shaon.ts';

/** A sender that cannot write down what it claims, because somebody else holds the table. */
export interface Stall {
  /** Make any waiting count. */
  readonly settings: Settings;
  /** From here on something is due and nobody can take it. */
  begin(): Promise<void>;
  end(): Promise<void>;
}

const SOON_MS = 1_000;

/** Puts every pending delivery off until `begin`. */
export async function stallWebhooks(connection: Connection): Promise<Stall> {
  const settings = { SHAON_WEBHOOK_STALLED_SECONDS: '0' };
  return connection.type === 'sqlite' ? onSqlite(connection.path, settings) : onPostgres(connection.url, settings);
}

function onSqlite(path: string, settings: Settings): Stall {
  const database = new Sqlite(path);
  const putOff = (until: number) =>
    database.prepare(`UPDATE "shaon_webhook_delivery" SET due_at = ? WHERE state = 'pending'`).run(until);
  putOff(Date.now() + 3_600_000);
  return {
    settings,
    begin: async () => {
      putOff(Date.now() + SOON_MS);
      database.exec('BEGIN IMMEDIATE');
    },
    end: async () => {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

async function onPostgres(url: string, settings: Settings): Promise<Stall> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const putOff = (milliseconds: number) =>
    client.query(
      `UPDATE "shaon_webhook_delivery" SET due_at = now() + $1 * interval '1 millisecond' WHERE state = 'pending'`,
      [milliseconds],
    );
  await putOff(3_600_000);
  return {
    settings,
    begin: async () => {
      await putOff(SOON_MS);
      await client.query('BEGIN');
      await client.query('LOCK TABLE "shaon_webhook_attempt" IN SHARE MODE');
    },
    end: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

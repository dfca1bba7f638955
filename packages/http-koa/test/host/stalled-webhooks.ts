import type { Connection } from '@shaon/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** A sender that cannot write down what it claims. */
export interface Stall {
  /** From here on something has been due for minutes, and nobody can take it. */
  begin(): Promise<void>;
  end(): Promise<void>;
}

const LATER_MS = 3_600_000;
const LONG_AGO_MS = -600_000;

/** Puts every pending delivery off until `begin`. */
export async function stallWebhooks(connection: Connection): Promise<Stall> {
  return connection.type === 'sqlite' ? onSqlite(connection.path) : onPostgres(connection.url);
}

function onSqlite(path: string): Stall {
  const database = new Sqlite(path);
  const putOff = (milliseconds: number) =>
    database
      .prepare(`UPDATE "shaon_webhook_delivery" SET due_at = ? WHERE state = 'pending'`)
      .run(Date.now() + milliseconds);
  putOff(LATER_MS);
  return {
    begin: async () => {
      database.transaction(() => {
        putOff(LONG_AGO_MS);
        database.exec(
          `CREATE TRIGGER stall BEFORE UPDATE ON "shaon_webhook_delivery" BEGIN SELECT RAISE(ABORT, 'stalled'); END`,
        );
      })();
    },
    end: async () => {
      database.exec('DROP TRIGGER stall');
      database.close();
    },
  };
}

async function onPostgres(url: string): Promise<Stall> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const putOff = (milliseconds: number) =>
    client.query(
      `UPDATE "shaon_webhook_delivery" SET due_at = now() + $1 * interval '1 millisecond' WHERE state = 'pending'`,
      [milliseconds],
    );
  await putOff(LATER_MS);
  const locking = new pg.Client({ connectionString: url });
  return {
    begin: async () => {
      await locking.connect();
      await locking.query('BEGIN');
      await locking.query('LOCK TABLE "shaon_webhook_attempt" IN SHARE MODE');
      await putOff(LONG_AGO_MS);
    },
    end: async () => {
      await locking.query('ROLLBACK');
      await locking.end();
      await client.end();
    },
  };
}

import { guardedClient, silentLog } from '@shaon/core';
import { requirePeer } from './optional-peers.ts';

const CONNECT_TIMEOUT_MS = 5_000;

type Run = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Runs `work` on its own connection to a PostgreSQL database. Throws the driver's errors. */
export async function withClient<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const { default: pg } = await requirePeer('pg');
  const Client = guardedClient(pg.Client, silentLog);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    return await work(async (text, values) => (await client.query(text, [...values])).rows);
  } finally {
    await client.end().catch(() => undefined);
  }
}

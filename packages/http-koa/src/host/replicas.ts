import { type ReplicaOptions, silentLog } from '@shaon/core';
import { errorProof, examineReplica, type ReplicaFindings } from '@shaon/core/extension';
import { databaseConnection } from './database.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** The replica options for `createCore`; empty without replicas. */
export function replicaOptions(config: HostConfig): { readonly replicas?: ReplicaOptions } {
  const { databaseReadUrls: urls, databasePool: poolSize, databaseReadWaitMs: waitMs, namedStatements } = config;
  return urls.length === 0 ? {} : { replicas: { urls, poolSize, waitMs, namedStatements } };
}

/** The state of a replica, for `shaon doctor`. Throws its driver's errors. */
export async function examineReplicaAt(url: string, config: HostConfig): Promise<ReplicaFindings> {
  const database = databaseConnection(config) as { readonly url: string };
  return withClient(database.url, (primary) => withClient(url, (replica) => examineReplica(replica, primary)));
}

type Run = Parameters<typeof examineReplica>[0];

/** Runs `work` on its own connection to a PostgreSQL database. Throws the driver's errors. */
export async function withClient<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const { default: pg } = await requirePeer('pg');
  const Client = errorProof(pg.Client, silentLog);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    return await work(async (text, values) => (await client.query(text, [...values])).rows);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import { limitStoreName } from './config-rules.ts';
import { databaseType, sessionConnection } from './database.ts';
import { doubtful, fine, type Verdict } from './doctor-finding.ts';
import { LIMIT_STORE_CONNECTIONS } from './limit-store.ts';
import { withClient } from './postgres-client.ts';
import type { HostConfig } from './settings.ts';

/** The server's own limit, without those that it keeps for its administrators. */
const ACCEPTED = `SELECT current_setting('max_connections')::int
  - current_setting('superuser_reserved_connections')::int AS accepted`;

/** Whether PostgreSQL accepts as many connections as one process of these settings may open. */
export async function checkConnections(config: HostConfig): Promise<Verdict> {
  const session = sessionConnection(config);
  if (databaseType(config) === 'sqlite' || session.type === 'sqlite') return fine('one file');
  if (config.databaseDirectUrl !== null) return checkPooler(config.databaseUrl as string);
  const needed = connectionsOf(config);
  const [row] = await withClient(session.url, (run) => run(ACCEPTED, []));
  const accepted = Number(row?.accepted);
  const text = `shaon serve opens up to ${needed}, and PostgreSQL accepts ${accepted}`;
  if (needed <= accepted) return fine(text);
  return doubtful(`${text}: lower SHAON_DATABASE_POOL, or raise max_connections`);
}

/** A server also holds one connection for its lock. */
function connectionsOf(config: HostConfig): number {
  const counting = limitStoreName(config) === 'postgres' ? LIMIT_STORE_CONNECTIONS : 0;
  return config.databasePool + counting + 1;
}

const TIMEOUTS = `SELECT name FROM pg_settings
  WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') AND setting = '0'`;

/** A pooler does not tell how many connections it accepts, and each process leaves the timeouts to the role. */
async function checkPooler(url: string): Promise<Verdict> {
  const missing = await withClient(url, (run) => run(TIMEOUTS, []));
  if (missing.length === 0) return fine('by a pooler');
  const names = missing.map(({ name }) => name).join(' and ');
  return doubtful(`by a pooler, and its role has no ${names}: ALTER ROLE … SET … = '60s'`);
}

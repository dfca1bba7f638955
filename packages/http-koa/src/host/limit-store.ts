import { guardedClient, guardedHandler, ShaonError } from '@shaon/core';
import type { ClientBase, QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { isLimitExceeded } from '../v1/limit-fallback.ts';
import { LimitHealth } from '../v1/limit-health.ts';
import { type LimitStore, memoryLimitStore } from '../v1/rate-limit.ts';
import { limitStoreName } from './config-rules.ts';
import type { HostLog } from './log.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';

/** The limit's counters and their connections (D:R9). */
interface OpenLimitStore {
  readonly store: LimitStore;
  /** Whether the store answers; the rate limit keeps it up to date with each call. */
  readonly health: LimitHealth;
  close(): Promise<void>;
}

/** Counting is one short statement, so few connections are enough for a process's whole load. */
export const LIMIT_STORE_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** PostgreSQL that does not answer must not hold a call for ever. */
const SILENT_MS = 60_000;
/** How long a call may wait for Redis before this process counts it by itself (D:A19). */
const REDIS_ANSWERS_WITHIN_MS = 250;
const LONGEST_RECONNECT_MS = 2_000;
const LOOK_EVERY_MS = 2_000;

/** Opens the store that the settings name. Throws `options_invalid` if it cannot be reached at the start. */
export function openLimitStore(config: HostConfig, log: HostLog): Promise<OpenLimitStore> {
  const name = limitStoreName(config);
  if (name === 'redis') return openRedis(config.redisUrl as string, log);
  if (name === 'postgres') return openPostgres(config.databaseUrl as string, config.databaseDirectUrl === null, log);
  return Promise.resolve({ store: memoryLimitStore, health: new LimitHealth(), close: async () => {} });
}

/**
 * Redis counts for all processes. Without a connection a command fails at once, so that a call does not wait; the
 * client reconnects by itself. Meanwhile the rate limit counts in its own way (D:A19).
 */
async function openRedis(url: string, log: HostLog): Promise<OpenLimitStore> {
  const { Redis } = await requirePeer('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_ANSWERS_WITHIN_MS,
    disconnectTimeout: REDIS_ANSWERS_WITHIN_MS,
    // Its name may lead to the new primary after a failover; this connection would refuse each count.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    retryStrategy: (times) => Math.min(times * 100, LONGEST_RECONNECT_MS),
  });
  const health = new LimitHealth();
  const store: LimitStore = (limit) => new RateLimiterRedis({ ...limit, storeClient: client });
  const trial = store({ keyPrefix: 'shaon-trial', points: 1, duration: 1 });
  let asked: { readonly stream: object; readonly bytesRead: number } | null = null;
  // While Redis is away a count is tried, so that /readyz and the metrics are right even if no call notices its return:
  // one that answers may still be read-only, or full. A connection that has sent nothing since the last try was dropped
  // silently by the network, and would last until TCP gives up, a quarter of an hour later.
  const look = guardedHandler(log, 'look at Redis', async () => {
    const { status, stream } = client;
    const before = asked;
    asked = null;
    if (status !== 'ready') return health.update(true);
    if (!health.isDegraded) return;
    if (before?.stream === stream && before.bytesRead === stream.bytesRead) return client.disconnect(true);
    asked = { stream, bytesRead: stream.bytesRead };
    const isCounted = await trial.consume('trial').then(() => true, isLimitExceeded);
    if (isCounted) health.update(false);
  });
  // Without a listener the client writes each failed reconnection to the standard error.
  const logError = (error: Error) => log.debug({ err: error }, 'The connection to Redis failed');
  client.on('error', guardedHandler(log, 'error of Redis', logError));
  try {
    await client.connect();
  } catch (cause) {
    client.disconnect();
    const text = 'Redis does not answer. Is REDIS_URL right, and does it run?';
    throw new ShaonError('options_invalid', text, {}, { cause });
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    store,
    health,
    close: async () => {
      clearInterval(timer);
      client.disconnect();
    },
  };
}

/** PostgreSQL counts for all processes. It is the same database, without which no token could be checked either. */
async function openPostgres(url: string, isDirect: boolean, log: HostLog): Promise<OpenLimitStore> {
  const { default: pg } = await requirePeer('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: LIMIT_STORE_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'shaon-limit',
    keepAlive: true,
    Client: guardedClient(pg.Client, log, { silentMs: SILENT_MS, refusesStandby: true }),
    // Behind a transaction pooler a setting would stay on a connection that others use.
    ...(isDirect ? { onConnect: countAtReadCommitted } : {}),
  });
  const logLostConnection = (error: Error) => log.warn({ err: error }, 'A connection of the limit store was lost');
  pool.on('error', guardedHandler(log, 'limit store', logLostConnection));
  // The limiter names its statements, and another connection of a transaction pooler does not know the names.
  const nameless = { query: ({ text, values = [] }: QueryConfig) => pool.query({ text, values }) };
  return {
    health: new LimitHealth(),
    store: (limit) =>
      new PostgresLimiter({
        ...limit,
        storeClient: nameless,
        storeType: 'pool',
        // Created by one of our migrations, and emptied by `core.prune`.
        tableName: 'shaon_rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    close: () => pool.end(),
  };
}

/**
 * A window is stored with the time of its end, by the clock of a server. If that clock was ahead and has been set right
 * since, the window would refuse its token until that time, so the count begins anew.
 */
class PostgresLimiter extends RateLimiterPostgres {
  override async consume(key: string): Promise<RateLimiterRes> {
    try {
      return await super.consume(key);
    } catch (rejection) {
      // Twice its length, because clocks of several servers differ.
      if (!isLimitExceeded(rejection) || rejection.msBeforeNext <= 2 * this.duration * 1_000) throw rejection;
      await this.delete(key);
      return super.consume(key);
    }
  }
}

/** At a stricter level, which may be the database's default, PostgreSQL refuses two counts of a token at the same time. */
async function countAtReadCommitted(client: ClientBase): Promise<void> {
  await client.query("SET default_transaction_isolation = 'read committed'");
}

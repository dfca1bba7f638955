import { ShaonError } from '@shaon/core';
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import { type LimitStore, memoryLimitStore } from '../v1/rate-limit.ts';
import { limitStoreName } from './config-rules.ts';
import type { HostLog } from './log.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';

/** The limit's counters and what they hold open (D:R9). */
export interface OpenLimitStore {
  readonly store: LimitStore;
  close(): Promise<void>;
}

/** One of our migrations makes it, and `core.prune` empties it (D:R9). */
const TABLE = 'shaon_rate_limit';
/** Counting is one short statement: few connections carry a process's whole load. */
const POSTGRES_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** A lost Redis is said once in this time, not with every request. */
const WARN_EVERY_MS = 60_000;

/** Opens the store that the settings name. Throws `options_invalid` when it cannot be reached at the start. */
export function openLimitStore(config: HostConfig, log: HostLog): Promise<OpenLimitStore> {
  const name = limitStoreName(config);
  if (name === 'redis') return openRedis(config.redisUrl as string, log);
  if (name === 'postgres') return openPostgres(config.databaseUrl as string, log);
  return Promise.resolve({ store: memoryLimitStore, close: async () => {} });
}

/**
 * Redis counts for all processes. While it is away calls are answered with 503: the limit must be true, and counting
 * in each process would give a token its limit from each (D:R9).
 */
async function openRedis(url: string, log: HostLog): Promise<OpenLimitStore> {
  const { Redis } = await requirePeer('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  });
  let warnedAt = Number.NEGATIVE_INFINITY;
  client.on('error', (error: Error) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ err: error }, 'Redis is away: calls are answered with 503 until it is back');
  });
  try {
    await client.connect();
  } catch (cause) {
    client.disconnect();
    throw new ShaonError(
      'options_invalid',
      'Redis does not answer. Is REDIS_URL right, and does it run?',
      {},
      { cause },
    );
  }
  return {
    store: (limit) => new RateLimiterRedis({ ...limit, storeClient: client, rejectIfRedisNotReady: true }),
    close: async () => {
      client.disconnect();
    },
  };
}

/** PostgreSQL counts for all processes. It is the database itself: without it no token could be judged either. */
async function openPostgres(url: string, log: HostLog): Promise<OpenLimitStore> {
  const { default: pg } = await requirePeer('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'shaon-limit',
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'A connection of the limit store was lost'));
  return {
    store: (limit) =>
      new RateLimiterPostgres({
        ...limit,
        storeClient: pool,
        storeType: 'pool',
        tableName: TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    close: () => pool.end(),
  };
}

import { classifyDatabaseError, guardedClient, guardedHandler, ShaonError } from '@shaon/core';
import type { HostLog } from './log.ts';
import { requirePeer } from './optional-peers.ts';
import type { HeldLock } from './sqlite-file-lock.ts';

/** The key of the advisory lock that the servers of one database take: "shaonR9" in ASCII, as text for a bigint. */
const LIMIT_LOCK = BigInt(`0x${Buffer.from('shaonR9').toString('hex')}`).toString();
const TRY = {
  alone: `SELECT pg_try_advisory_lock(${LIMIT_LOCK}) AS held`,
  shared: `SELECT pg_try_advisory_lock_shared(${LIMIT_LOCK}) AS held`,
} as const;
const CONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;

interface Connection {
  end(): Promise<void>;
}

/**
 * Decides which servers may count the rate limit (D:R9). On PostgreSQL a server that counts in its own memory must be
 * the only one, because two would allow twice as many requests. Servers with a shared store may be many, but exclude a
 * server with the memory store. A session's advisory lock ensures this; a lost connection is replaced. Throws
 * `database_locked` and `database_unavailable`.
 *
 * @param mode `alone` with the memory store, `shared` with Redis or PostgreSQL
 */
export async function lockLimitCount(url: string, mode: 'alone' | 'shared', log: HostLog): Promise<HeldLock> {
  let isReleased = false;
  let connection: Connection | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isLogged = false;

  const regain = async (): Promise<void> => {
    try {
      const regained = await hold(url, mode, lost, log);
      if (isReleased) return await regained.end();
      connection = regained;
      isLogged = false;
      log.info({ mode }, 'The lock of this server is held again');
    } catch (error) {
      retryLater();
      if (error instanceof ShaonError && !isLogged) {
        isLogged = true;
        log.error({ err: error }, 'Another server has taken the lock of this one');
      }
    }
  };
  const retryLater = (): void => {
    if (!isReleased)
      timer = setTimeout(guardedHandler(log, 'return of the lock of this server', regain), RETRY_MS).unref();
  };
  const lost = (): void => {
    connection = null;
    if (isReleased) return;
    retryLater();
    log.warn({ mode }, 'The lock of this server was lost with its connection');
  };

  connection = await hold(url, mode, lost, log).catch((error: unknown) => {
    throw classifyDatabaseError(error, 'postgres');
  });
  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await connection?.end();
    },
  };
}

async function hold(url: string, mode: 'alone' | 'shared', onLost: () => void, log: HostLog): Promise<Connection> {
  const { default: pg } = await requirePeer('pg');
  const Client = guardedClient(pg.Client, log, { refusesStandby: true });
  const client = new Client({
    connectionString: url,
    application_name: 'shaon-limit-lock',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  try {
    await client.connect();
    const { rows } = await client.query(TRY[mode]);
    if (rows[0]?.held !== true) throw isTaken(mode);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', guardedHandler(log, 'loss of the lock of this server', onLost));
  return { end: () => client.end() };
}

function isTaken(mode: 'alone' | 'shared'): ShaonError {
  const who =
    mode === 'alone'
      ? 'Another server runs on this database, and this one would count requests in its own memory'
      : 'A server that counts requests in its own memory runs on this database';
  return new ShaonError(
    'database_locked',
    `${who}: the limit per token would not be exact. Give every server REDIS_URL, or SHAON_LIMIT_STORE=postgres. If none runs and DATABASE_URL is a pooler, it keeps the lock of one that has ended: set DATABASE_DIRECT_URL.`,
  );
}

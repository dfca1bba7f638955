import { classifyDatabaseError, guardedClient, guardedHandler, ShaonError } from '@shaon/core';
import type { HostLog } from './log.ts';
import { requirePeer } from './optional-peers.ts';
import type { HeldLock } from './sqlite-file-lock.ts';

/** The key of the advisory lock that the servers of one database take: "shaonR9" in ASCII, as text for a bigint. */
const KEY = BigInt(`0x${Buffer.from('shaonR9').toString('hex')}`).toString();
const MODES = {
  alone: {
    lock: `SELECT pg_try_advisory_lock(${KEY}) AS held`,
    taken: 'Another server runs on this database, and this one would count requests in its own memory',
  },
  shared: {
    lock: `SELECT pg_try_advisory_lock_shared(${KEY}) AS held`,
    taken: 'A server that counts requests in its own memory runs on this database',
  },
} as const;
const CONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Holds, for its session, the lock that lets a server which counts requests in its own memory run `alone`: two would
 * allow twice as many (D:R9). Servers with a `shared` store exclude only such a one. A lost connection is replaced.
 * Throws `database_locked` and `database_unavailable`.
 */
export async function lockLimitCount(url: string, mode: keyof typeof MODES, log: HostLog): Promise<HeldLock> {
  const { default: pg } = await requirePeer('pg');
  const Client = guardedClient(pg.Client, log, { refusesStandby: true });
  const settings = { connectionString: url, application_name: 'shaon-limit-lock', keepAlive: true };
  let release = async (): Promise<void> => {};
  let isReleased = false;
  let isTold = false;

  const hold = async (): Promise<void> => {
    const client = new Client({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    try {
      await client.connect();
      const { rows } = await client.query(MODES[mode].lock);
      if (rows[0]?.held !== true) throw isTaken(MODES[mode].taken);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (isReleased) return client.end();
    release = () => client.end();
    client.once('end', guardedHandler(log, 'loss of the lock of this server', lost));
  };
  const lost = (): void => {
    if (isReleased) return;
    holdLater();
    log.warn({ mode }, 'The lock of this server was lost with its connection');
  };
  const holdLater = (): void => {
    const timer = setTimeout(guardedHandler(log, 'return of the lock of this server', holdAgain), RETRY_MS).unref();
    release = async () => clearTimeout(timer);
  };
  const holdAgain = async (): Promise<void> => {
    try {
      await hold();
      if (isReleased) return;
      isTold = false;
      log.info({ mode }, 'The lock of this server is held again');
    } catch (error) {
      if (!isReleased) holdLater();
      if (isTold || !(error instanceof ShaonError)) return;
      isTold = true;
      log.error({ err: error }, 'Another server has taken the lock of this one');
    }
  };

  await hold().catch((error: unknown) => {
    throw classifyDatabaseError(error, 'postgres');
  });
  return {
    release: () => {
      isReleased = true;
      return release();
    },
  };
}

function isTaken(why: string): ShaonError {
  return new ShaonError(
    'database_locked',
    `${why}: the limit per token would not be exact. Give every server REDIS_URL, or SHAON_LIMIT_STORE=postgres. If none runs and DATABASE_URL is a pooler, it keeps the lock of one that has ended: set DATABASE_DIRECT_URL.`,
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { guardedHandler, guardedStep } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';

/** Listens to the notifications of one PostgreSQL channel until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

/** The part of a node-postgres client that this file uses. */
interface Client {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  query(text: string): Promise<unknown>;
  release(destroy: boolean): void;
}

/** A connection that the network drops silently reports no error, so it is probed. */
interface Liveness {
  readonly askedEveryMs: number;
  readonly answerWithinMs: number;
}

const LIVENESS: Liveness = { askedEveryMs: 15_000, answerWithinMs: 5_000 };
const LONGEST_BACKOFF_MS = 10_000;

/**
 * LISTENs on its own connection from the pool, and on a new one when that is lost. `onNotification` is also called after each new
 * connection, because notifications sent meanwhile are lost; so a call only means "look for new work".
 */
export function listen(
  pool: DataSource,
  channel: string,
  onNotification: () => void,
  log: CoreLog,
  liveness = LIVENESS,
): Listener {
  const stopped = new AbortController();
  const running = keepListening({ pool, channel, onNotification, log, liveness }, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

interface Listening {
  readonly pool: DataSource;
  readonly channel: string;
  readonly onNotification: () => void;
  readonly log: CoreLog;
  readonly liveness: Liveness;
}

async function keepListening(
  { pool, channel, onNotification, log, liveness }: Listening,
  stopped: AbortSignal,
): Promise<void> {
  const notify = guardedHandler(log, `notification of ${channel}`, onNotification);
  const logFailure = guardedHandler(log, `listening to ${channel}`, () =>
    log.warn({ channel }, 'Listening on PostgreSQL failed; polling goes on'),
  );
  let backoffMs = 100;
  while (!stopped.aborted) {
    try {
      const client = await connect(pool, channel, log, stopped);
      if (client === null) return;
      try {
        client.on('notification', notify);
        const lost = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
        });
        await unlessStopped(client.query(`LISTEN "${channel}"`), stopped);
        if (stopped.aborted) return;
        backoffMs = 100;
        notify();
        await untilSilent(client, lost, liveness, stopped);
      } finally {
        client.release(true);
      }
    } catch {
      logFailure();
    }
    await pause(backoffMs, stopped);
    backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
  }
}

/**
 * Takes a connection from the pool, or returns null when stopped first: a busy pool may make its callers wait forever.
 * Listens to errors before anything else happens on the connection, because a host's pool may have no listener yet.
 */
function connect(pool: DataSource, channel: string, log: CoreLog, stopped: AbortSignal): Promise<Client | null> {
  const { master } = pool.driver as PostgresDriver;
  const connecting = new Promise<Client | null>((resolve, reject) => {
    const take = (error: Error | undefined, client: Client) => {
      if (error !== undefined && error !== null) return reject(error);
      client.on('error', () => undefined);
      if (stopped.aborted) client.release(true);
      resolve(stopped.aborted ? null : client);
    };
    master.connect(guardedStep(log, `connection for ${channel}`, take, reject));
  });
  return unlessStopped(connecting, stopped);
}

/** The promise's value, or null as soon as the signal fires. */
async function unlessStopped<T>(promise: Promise<T>, stopped: AbortSignal): Promise<T | null> {
  const settled = new AbortController();
  const stop = aborted(stopped, settled.signal);
  try {
    return await Promise.race([promise, stop.then(() => null)]);
  } finally {
    settled.abort();
  }
}

/** Resolves when the signal fires; at once if it has fired already, because its event comes only once. */
async function aborted(signal: AbortSignal, until: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: until });
  });
}

/** Returns when the connection is lost, stops answering, or is no longer needed. */
async function untilSilent(
  client: Client,
  lost: Promise<void>,
  { askedEveryMs, answerWithinMs }: Liveness,
  stopped: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  void Promise.race([lost, aborted(stopped, over.signal)]).then(end);
  try {
    while (!over.signal.aborted) {
      await pause(askedEveryMs, over.signal);
      if (over.signal.aborted) return;
      const answered = client.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answered, pause(answerWithinMs, over.signal).then(() => false)]))) return;
    }
  } finally {
    // Also ends the timer that a timely answer leaves behind.
    end();
  }
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}

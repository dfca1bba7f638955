import type { DataSource } from 'typeorm';
import type { CoreLog } from '../log.ts';

/** Hears the notifications of one PostgreSQL channel until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

/** The part of a node-postgres client that is used here. */
interface Client {
  on(event: string, hear: (...values: unknown[]) => void): unknown;
  query(text: string): Promise<unknown>;
  release(destroy: boolean): void;
}

/** A connection that the network has dropped in silence says nothing for ever: so it is asked. */
const ASKED_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5_000;
const LONGEST_BACKOFF_MS = 10_000;

/**
 * LISTENs on a connection of its own out of the pool, and on another one when that is lost. `hear` is also called
 * after each new connection, since what was notified in between is gone: a listener only ever says "look".
 */
export function listen(pool: DataSource, channel: string, hear: () => void, log: CoreLog): Listener {
  const stopped = new AbortController();
  const running = keepListening(pool, channel, hear, log, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

async function keepListening(
  pool: DataSource,
  channel: string,
  hear: () => void,
  log: CoreLog,
  stopped: AbortSignal,
): Promise<void> {
  let backoffMs = 100;
  while (!stopped.aborted) {
    try {
      const client = await connect(pool);
      try {
        client.on('notification', hear);
        const lost = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
        });
        await client.query(`LISTEN "${channel}"`);
        backoffMs = 100;
        hear();
        await untilSilent(client, lost, stopped);
      } finally {
        client.release(true);
      }
    } catch {
      log.warn({ channel }, 'Listening on PostgreSQL failed; polling goes on');
    }
    await pause(backoffMs, stopped);
    backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
  }
}

function connect(pool: DataSource): Promise<Client> {
  const { master } = pool.driver as unknown as { master: { connect(): Promise<Client> } };
  return master.connect();
}

/** Returns when the connection is lost, does not answer any more, or is not wanted any longer. */
async function untilSilent(client: Client, lost: Promise<void>, stopped: AbortSignal): Promise<void> {
  let isLost = false;
  const noted = lost.then(() => {
    isLost = true;
  });
  while (!stopped.aborted && !isLost) {
    await Promise.race([noted, pause(ASKED_EVERY_MS, stopped)]);
    if (stopped.aborted || isLost) return;
    const answered = client.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([answered, pause(ANSWER_WITHIN_MS, stopped).then(() => false)]))) return;
  }
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    stopped.addEventListener('abort', done);
  });
}

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

/** A connection that the network has dropped in silence never says anything again, so it is asked. */
interface Liveness {
  readonly askedEveryMs: number;
  readonly answerWithinMs: number;
}

const LIVENESS: Liveness = { askedEveryMs: 15_000, answerWithinMs: 5_000 };
const LONGEST_BACKOFF_MS = 10_000;

/**
 * LISTENs on a connection of its own out of the pool, and on another one when that is lost. `hear` is also called
 * after each new connection, since what was notified in between is gone: a listener only ever says "look".
 */
export function listen(
  pool: DataSource,
  channel: string,
  hear: () => void,
  log: CoreLog,
  liveness = LIVENESS,
): Listener {
  const stopped = new AbortController();
  const running = keepListening({ pool, channel, hear, log, liveness }, stopped.signal);
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
  readonly hear: () => void;
  readonly log: CoreLog;
  readonly liveness: Liveness;
}

async function keepListening({ pool, channel, hear, log, liveness }: Listening, stopped: AbortSignal): Promise<void> {
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
        await untilSilent(client, lost, liveness, stopped);
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

type Connected = (error: Error | undefined, client: Client) => void;

/** Listens to errors before anything else happens on the connection: a host's pool may have no other listener yet. */
function connect(pool: DataSource): Promise<Client> {
  const { master } = pool.driver as unknown as { master: { connect(connected: Connected): void } };
  return new Promise((resolve, reject) => {
    master.connect((error, client) => {
      if (error !== undefined && error !== null) return reject(error);
      client.on('error', () => undefined);
      resolve(client);
    });
  });
}

/** Returns when the connection is lost, does not answer any more, or is not wanted any longer. */
async function untilSilent(
  client: Client,
  lost: Promise<void>,
  { askedEveryMs, answerWithinMs }: Liveness,
  stopped: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  stopped.addEventListener('abort', end, { once: true });
  void lost.then(end);
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
    // Ends the wait that a timely answer has left behind as well.
    stopped.removeEventListener('abort', end);
    end();
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

import { EventEmitter } from 'node:events';
import { type HandlerLog, handlerLog, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { postgresPoolOptions } from '../../src/database/connect/data-source.ts';
import { guardedClient } from '../../src/database/connect/guarded-client.ts';
import { listen } from '../../src/database/connect/listener.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

/** A client of a pool that says nothing by itself. */
const silentClient = () => ({ on() {}, query: async () => [], release() {} });

/** A pool whose `connect` answers as it is told to, the first time and later. */
function poolOf(...connects: readonly ((callback: (error: Error | null, client?: object) => void) => void)[]) {
  let asked = 0;
  const connect = (callback: (error: Error | null, client?: object) => void) =>
    connects[Math.min(asked++, connects.length - 1)]?.(callback);
  return { driver: { master: { connect } } } as unknown as DataSource;
}

describe('a throw in a handler of a connection', () => {
  let handlers: HandlerLog;
  beforeEach(() => {
    handlers = handlerLog({ throws: true });
  });

  it('of a listener leaves it to connect again', async () => {
    const pool = poolOf(
      (callback) => callback(new Error('There is no connection.')),
      (callback) => callback(null, silentClient()),
    );
    await new Promise<void>((resolve) => {
      const listener = listen(pool, 'test', () => void listener.stop().then(resolve), handlers.log);
    });
    expect(handlers.failed).to.deep.equal(['listening to test']);
  });

  it('of a listener that takes its connection is a failure to connect', async () => {
    const { log, failed } = handlerLog();
    const pool = poolOf(
      (callback) => callback(null, { ...silentClient(), on: throws }),
      (callback) => callback(null, silentClient()),
    );
    await new Promise<void>((resolve) => {
      const listener = listen(pool, 'test', () => void listener.stop().then(resolve), log);
    });
    expect(failed).to.deep.equal(['connection for test']);
  });

  it('of a client that connects to no standby is logged', async () => {
    const { log, failed, untilFailed } = handlerLog();
    class Plain extends EventEmitter {
      async connect(_connected?: unknown) {}
      async query() {
        return { rows: [{ standby: false }] };
      }
      async end() {}
    }
    new (guardedClient(Plain, log, { refusesStandby: true }))().connect(throws);
    await untilFailed();
    expect(failed).to.deep.equal(['connection to a database server']);
  });
});

onEachDatabase('a throw in a handler of a connection of PostgreSQL', (database) => {
  if (database.type === 'sqlite') return;
  const connection = () => database.connection() as { type: 'postgres'; url: string };

  it('of a listener is logged, and the listener goes on hearing', async () => {
    const { log, failed } = handlerLog();
    const pool = await new DataSource({ type: 'postgres', url: connection().url }).initialize();
    let heard = 0;
    let notified: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      const hear = () => {
        heard += 1;
        if (heard === 1) notified = pool.query('NOTIFY throwing');
        else queueMicrotask(() => void listener.stop().then(resolve));
        throws();
      };
      const listener = listen(pool, 'throwing', hear, log);
    });
    await notified;
    expect(failed).to.deep.equal(['notification of throwing', 'notification of throwing']);
    await pool.destroy();
  });

  it('of a pool leaves it to open another connection', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const pool = await new DataSource(
      await postgresPoolOptions(connection(), [], log, { isForManyCalls: true }),
    ).initialize();
    const other = await new DataSource(connection()).initialize();
    const [{ pid }] = await pool.query('SELECT pg_backend_pid() AS pid');
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    await untilFailed();
    expect(failed).to.deep.equal(['a lost database connection']);
    expect(await pool.query('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await pool.destroy();
    await other.destroy();
  });
});

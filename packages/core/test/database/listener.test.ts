import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { listen } from '../../src/database/listener.ts';
import { silentLog } from '../../src/log.ts';

/** A stop that hangs is a failure of the test, not of the whole run. */
const SOON_MS = 10_000;

onEachDatabase('a listener', (database) => {
  if (database.type === 'sqlite') return;
  let pool: DataSource;

  beforeEach(async () => {
    const { url } = database.connection() as { url: string };
    pool = await new DataSource({ type: 'postgres', url, extra: { max: 1 } }).initialize();
  });
  afterEach(() => pool.destroy());

  it('ends when its stop comes at once', async () => {
    await listen(pool, 'stopped_at_once', () => undefined, silentLog).stop();
  }).timeout(SOON_MS);

  it('ends when its stop comes as soon as it hears', async () => {
    await new Promise<void>((resolve, reject) => {
      const listener = listen(pool, 'stopped_soon', () => listener.stop().then(resolve, reject), silentLog);
    });
  }).timeout(SOON_MS);

  it('ends while no connection of the pool is free, and keeps none that becomes free later', async () => {
    const busy = pool.createQueryRunner();
    await busy.connect();
    await listen(pool, 'stopped_while_waiting', () => undefined, silentLog).stop();
    await busy.release();
    expect(await pool.query('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  }).timeout(SOON_MS);

  it('logs what its callback throws, and goes on hearing', async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, error: (fields: object) => void lines.push(fields) };
    const thrown = new Error('of the callback');
    let heard = 0;
    await new Promise<void>((resolve) => {
      const listener = listen(
        pool,
        'throwing',
        () => {
          heard += 1;
          if (heard === 1) queueMicrotask(() => void listener.stop().then(resolve));
          throw thrown;
        },
        log,
      );
    });
    expect(lines).to.deep.equal([{ err: thrown, handler: 'notification of throwing' }]);
  }).timeout(SOON_MS);
});

import { type Core, createCore, migrateCore } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { listen } from '../../src/database/connect/listener.ts';
import { silentLog } from '../../src/log.ts';
import { TEST_KEYS } from '../support.ts';

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
});

onEachDatabase('a listener that nobody stops', { migrate: migrateCore }, (database) => {
  if (database.type === 'sqlite') return;

  /** Closes a core as soon as its listener has its connection. */
  async function closeListening(core: Core): Promise<void> {
    await new Promise<void>((resolve) => core.extension.database.listen('not_stopped', resolve));
    await core.close();
  }

  it('ends with core, which else could not end its pool', async () => {
    await closeListening(await createCore({ database: database.connection(), keys: TEST_KEYS, log: silentLog }));
  }).timeout(SOON_MS);

  it('ends with core on a host’s DataSource, so that the host can end its own', async () => {
    const { url } = database.connection() as { url: string };
    const host = await new DataSource({ type: 'postgres', url, poolSize: 3 }).initialize();
    await closeListening(await createCore({ dataSource: host, keys: TEST_KEYS, log: silentLog }));
    await host.destroy();
  }).timeout(SOON_MS);
});

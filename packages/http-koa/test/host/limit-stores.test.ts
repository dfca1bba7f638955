import { onEachDatabase, type RunningRedis, skipWithout, startRedis } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/host/config.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Served,
  ServedHost,
  type Settings,
  settingsFor,
  shaon,
} from './running-shaon.ts';

onEachDatabase('several servers', { migrate: migrateAll, only: 'postgres' }, (database) => {
  const folder = makeDataFolder();
  const running: Served[] = [];
  const settings = (more: Settings = {}) => settingsFor(database.connection(), folder.path, more);

  async function serve(more: Settings): Promise<Served> {
    const server = await ServedHost.serve(settings(more));
    running.push(server);
    return server;
  }

  /**
   * How many of a hundred requests are let through, ten at once: on a busy machine a hundred would wait for the store
   * for longer than a server waits before it counts by itself (D:A19).
   */
  async function passed(servers: readonly Served[], { token }: Bakery): Promise<number> {
    const statuses: number[] = [];
    const call = async (index: number) => {
      const server = servers[index % servers.length] as Served;
      const response = await server.get('/api/v1/departments', bearer(token));
      await response.arrayBuffer();
      statuses.push(response.status);
    };
    for (let wave = 0; wave < 10; wave += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => call(wave * 10 + index)));
    }
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]));
    return statuses.filter((status) => status === 200).length;
  }

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
  });
  after(() => folder.remove());

  it('do not refuse a token until a time that only a wrong clock has stored', async () => {
    const config = readConfig(settings({ SHAON_LIMIT_STORE: 'postgres' }));
    const limits = await openLimitStore(config, pino({ level: 'silent' }));
    const end = { wrongClock: Date.now() + 86_400_000, ofItsWindow: Date.now() + 30_000 };
    const { url = '' } = database.connection() as { url?: string };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client
      .query(`INSERT INTO shaon_rate_limit (key, points, expire)
              VALUES ('of:wrong', 60, ${end.wrongClock}), ('of:right', 60, ${end.ofItsWindow})`)
      .finally(() => client.end());
    try {
      const limiter = limits.store({ points: 60, duration: 60, keyPrefix: 'of' });
      expect(await limiter.consume('wrong')).to.include({ remainingPoints: 59 });
      expect(await limiter.consume('right').catch((refused: unknown) => refused)).to.include({ remainingPoints: 0 });
    } finally {
      await limits.close();
    }
  });

  it('count together in PostgreSQL: exactly 60 of 100 pass, and one that counts alone is kept away', async function () {
    // A server whose first calls wait for the store counts them by itself.
    this.retries(2);
    const bakery = await makeCompany(database.connection());
    const store = { SHAON_LIMIT_STORE: 'postgres' };
    const servers = await Promise.all([serve(store), serve(store)]);
    expect(await passed(servers, bakery)).to.equal(60);
    const alone = await shaon(['serve'], settings());
    expect(alone.code).to.equal(1);
    expect(alone.stderr).to.include('REDIS_URL').and.include('SHAON_LIMIT_STORE=postgres');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('count together over a role whose transactions are SERIALIZABLE', async function () {
    // A server whose first calls wait for the store counts them by itself.
    this.retries(2);
    const bakery = await makeCompany(database.connection());
    const url = new URL((database.connection() as { readonly url: string }).url);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const store = { SHAON_LIMIT_STORE: 'postgres', DATABASE_URL: url.href };
    const servers = await Promise.all([serve(store), serve(store)]);
    expect(await passed(servers, bakery)).to.equal(60);
  }).timeout(SEVERAL_PROCESSES_MS);

  describe('with Redis', () => {
    let redis: RunningRedis | undefined;
    before(async function () {
      skipWithout(this, 'redis-server');
      redis = await startRedis();
    });
    after(() => redis?.close());

    it('count together: exactly 60 of 100 pass; without Redis each server counts by itself (D:A19)', async () => {
      const bakery = await makeCompany(database.connection());
      const store = { REDIS_URL: redis!.url };
      const servers = await Promise.all([serve(store), serve(store)]);
      expect(await passed(servers, bakery)).to.equal(60);
      await redis?.close();
      redis = undefined;
      for (const server of servers) expect(await passed([server], bakery)).to.equal(60);
    }).timeout(SEVERAL_PROCESSES_MS);

    it('tell that Redis is away, go on, and count together again when it is back, without a restart', async () => {
      const away = await startRedis();
      const bakery = await makeCompany(database.connection());
      const server = await serve({ REDIS_URL: away.url, SHAON_METRICS: '0', SHAON_LIMIT_PER_MINUTE: '1000' });
      const ready = async () => (await server.get('/readyz')).json();
      const isAway = async () =>
        /^shaon_limit_store_away (\d)$/m.exec(await (await fetch(server.metricsUrl)).text())?.[1];
      const call = () => server.get('/api/v1/departments', bearer(bakery.token));
      const until = async (isSo: () => Promise<boolean>) => {
        while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      const remaining = async () => Number((await call()).headers.get('x-ratelimit-remaining'));
      expect(await remaining()).to.equal(999);
      expect([await ready(), await isAway()]).to.deep.equal([{ status: 'ready' }, '0']);

      await away.close();
      // Nobody has called yet: the lost connection alone tells it.
      await until(async () => (await isAway()) === '1');
      const degraded = await server.get('/readyz');
      expect(degraded.status).to.equal(200);
      expect(await degraded.json()).to.deep.equal({ status: 'ready', degraded: ['limit store'] });
      for (let count = 1; count <= 20; count += 1) expect(await remaining()).to.equal(1_000 - count);
      const warnings = server.lines.filter(({ msg }) => String(msg).startsWith('The store of the rate limit'));
      expect(warnings).to.have.lengthOf(1);

      const back = await startRedis({ port: away.port });
      try {
        await until(async () => (await isAway()) === '0');
        expect(await ready()).to.deep.equal({ status: 'ready' });
        // Redis was empty when it came back.
        await until(async () => (await remaining()) > 990);
      } finally {
        await back.close();
      }
    }).timeout(SEVERAL_PROCESSES_MS);

    it('say that Redis does not answer, and do not start', async () => {
      const refused = await shaon(['serve'], settings({ REDIS_URL: 'redis://127.0.0.1:1' }));
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('REDIS_URL');
    }).timeout(SEVERAL_PROCESSES_MS);
  });
});

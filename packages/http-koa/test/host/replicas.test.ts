import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  embeddedPrograms,
  newEmployee,
  onEachDatabase,
  type ReplicatedPostgres,
  type StoppablePostgres,
  startReplicatedPostgres,
} from '@shaon/testing';
import { expect } from 'chai';
import { pino } from 'pino';
import { readConfig } from '../../src/host/config.ts';
import { lockLimitCount } from '../../src/host/limit-count-lock.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import {
  type Bakery,
  bearer,
  type Ended,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
} from './running-shaon.ts';

onEachDatabase('servers with replicas', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') {
    it('are none on SQLite: the setting is refused, with what to do', async () => {
      const settings = settingsFor(database.connection(), '/nowhere', { DATABASE_READ_URL: 'postgres://db2/shaon' });
      const refused = await shaon(['config'], settings);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('DATABASE_READ_URL').and.include('SQLite').and.include('remove it');
    }).timeout(SEVERAL_PROCESSES_MS);
    return;
  }
  const folder = makeDataFolder();
  let cluster: ReplicatedPostgres;
  let primary: StoppablePostgres;
  let standbys: StoppablePostgres[];
  let bakery: Bakery;
  const running: RunningShaon[] = [];

  const settings = (more: Settings = {}): Settings => ({
    ...settingsFor({ type: 'postgres', url: primary.url }, folder.path),
    DATABASE_READ_URL: standbys.map(({ url }) => url).join(' '),
    SHAON_LIMIT_STORE: 'postgres',
    SHAON_LIMIT_PER_MINUTE: '100000',
    // A busy machine must not turn a list to the primary that a test looks for on a replica.
    SHAON_DATABASE_READ_WAIT_MS: '10000',
    ...more,
  });
  async function serve(more: Settings = {}, args?: readonly string[], ready?: string): Promise<RunningShaon> {
    const server = await RunningShaon.serve(settings(more), args, ready);
    running.push(server);
    return server;
  }
  const call = (server: RunningShaon, path: string, body?: object) =>
    fetch(`${server.url}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...bearer(bakery.token), 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  async function totalOf(server: RunningShaon): Promise<number> {
    const response = await call(server, 'employees?per_page=1');
    expect(response.status).to.equal(200);
    return ((await response.json()) as { meta: { total: number } }).meta.total;
  }
  const probed = async (server: RunningShaon) => {
    const response = await server.get('/readyz');
    expect(response.status).to.equal(200);
    return response.json();
  };
  const figure = async (server: RunningShaon, name: string): Promise<number> => {
    const text = await (await fetch(server.metricsUrl)).text();
    const line = text.split('\n').find((found) => found.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };
  const LISTS_ON_REPLICAS = 'shaon_database_readings_total{kind="list",where="replica"}';

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    cluster = await startReplicatedPostgres(embeddedPrograms());
    primary = cluster.primary;
    await migrateAll({ type: 'postgres', url: primary.url });
    bakery = await makeCompany({ type: 'postgres', url: primary.url });
    standbys = [await cluster.addStandby(), await cluster.addStandby()];
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
  });
  after(async () => {
    await cluster?.remove();
    folder.remove();
  });

  it('count the limit and hold its lock on no standby, to which the name of the primary may lead for a while', async () => {
    const { url } = standbys[0]!;
    const log = pino({ level: 'silent' });
    const refused = await lockLimitCount(url, 'shared', log).catch((error: unknown) => error);
    expect(refused).to.deep.include({ code: 'database_unavailable', details: { driverCode: '25006' } });
    const limits = await openLimitStore(readConfig(settings({ DATABASE_URL: url })), log);
    try {
      const limiter = limits.store({ points: 60, duration: 60, keyPrefix: 'of' });
      expect(await limiter.consume('a').catch((error: unknown) => error)).to.have.property('code', '25006');
      const kept = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'shaon-limit'`;
      expect(await standbys[0]!.query(kept)).to.deep.equal([]);
    } finally {
      await limits.close();
    }
  });

  it('show in each list what any process of any host has just written', async () => {
    const many = (): Promise<RunningShaon> =>
      serve({ SHAON_METRICS_PORT: '0' }, ['serve', '--processes', '2'], 'All processes are ready');
    const hosts = await Promise.all([many(), many()]);
    let written = await totalOf(hosts[0]!);
    for (let round = 0; round < 20; round += 1) {
      const [here, there] = round % 2 === 0 ? hosts : [...hosts].reverse();
      expect((await call(here!, 'employees', newEmployee())).status).to.equal(201);
      written += 1;
      expect(await Promise.all([totalOf(here!), totalOf(there!)])).to.deep.equal([written, written]);
    }
    const counts = await Promise.all(hosts.map((host) => figure(host, LISTS_ON_REPLICAS)));
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).to.be.greaterThan(30);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('go on without a replica that has died, say so once, and use it again when it is back', async () => {
    const server = await serve({ SHAON_METRICS_PORT: '0', DATABASE_READ_URL: standbys[0]!.url });
    await server.line('Lists are read on a replica');
    const written = await totalOf(server);
    expect(await probed(server)).to.deep.equal({ status: 'ready' });
    expect(await figure(server, LISTS_ON_REPLICAS)).to.be.greaterThan(0);
    await standbys[0]!.kill();
    for (let calls = 0; calls < 20; calls += 1) expect(await totalOf(server)).to.equal(written);
    expect(await probed(server)).to.deep.equal({ status: 'ready', degraded: ['replicas'] });
    expect(await figure(server, 'shaon_database_replicas_away')).to.equal(1);
    await standbys[0]!.start();
    await server.line('A replica answers again');
    expect(await probed(server)).to.deep.equal({ status: 'ready' });
    expect(server.lines.filter(({ msg }) => String(msg).startsWith('A replica is passed over'))).to.have.lengthOf(1);
    const { stdout, stderr } = await server.end();
    expect(stdout + stderr).to.not.include(new URL(primary.url).password);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are told by `shaon config` and `shaon doctor`, without a password', async () => {
    const password = new URL(primary.url).password;
    const told = async (args: readonly string[], more?: Settings): Promise<Ended> => {
      const ended = await shaon(args, settings(more));
      expect(ended.stdout + ended.stderr).to.not.include(password);
      return ended;
    };
    const replicas = async (more?: Settings) =>
      /.*replicas.*/.exec((await told(['doctor'], more)).stdout)?.[0] ?? 'nothing';
    const host = new URL(standbys[0]!.url).host;
    expect((await told(['config'])).stdout).to.include(`shaon:***@${host}`);
    expect(await replicas()).to.match(/^ok .*127\.0\.0\.1:\d+ is \d+ kB behind; 127\.0\.0\.1:\d+ is \d+ kB behind/);
    expect(await replicas({ DATABASE_READ_URL: primary.url })).to.match(/^BAD .*is no standby/);
    const other = database.connection() as { url: string };
    expect(await replicas({ DATABASE_READ_URL: other.url })).to.match(/^BAD .*another database/);
    expect(await replicas({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/shaon' })).to.match(/^BAD .*127\.0\.0\.1:1/);
    expect(await replicas({ DATABASE_READ_URL: '' })).to.match(/^ok .*none/);
    await standbys[0]!.query('SELECT pg_wal_replay_pause()');
    const filler = `SELECT length(pg_logical_emit_message(false, 'filler', repeat('x', 1000000))::text)`;
    await primary.query(`${filler} FROM generate_series(1, 20)`);
    expect(await replicas()).to.match(/^look.*\d{5} kB behind.*The primary answers meanwhile/);
    await standbys[0]!.query('SELECT pg_wal_replay_resume()');
    await standbys[0]!.query('ALTER SYSTEM SET hot_standby_feedback = off');
    await standbys[0]!.query('SELECT pg_reload_conf()');
    expect(await replicas()).to.match(/^look.*hot_standby_feedback = on/);
    await standbys[0]!.query('ALTER SYSTEM RESET hot_standby_feedback');
    await standbys[0]!.query('SELECT pg_reload_conf()');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('export a company from a replica', async () => {
    const to = join(folder.path, 'exported');
    const before = await readByExport(standbys);
    const exported = await shaon(['export', '--company', String(bakery.company.companyId), '--to', to], settings());
    expect(exported.code, exported.stderr).to.equal(0);
    expect(readFileSync(join(to, 'employees.csv'), 'utf8').split('\n').length).to.be.greaterThan(10);
    expect(await readByExport(standbys)).to.be.greaterThan(before);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('lose no answered write in a failover to a standby that confirms them, and serve on', async () => {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
    await primary.query('SELECT pg_reload_conf()');
    const [next, left] = standbys as [StoppablePostgres, StoppablePostgres];
    await left.stop();
    const server = await serve({ DATABASE_READ_URL: next.url });
    const answered: string[] = [];
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const employee = newEmployee();
        const status = await call(server, 'employees', employee).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 201) answered.push(employee.email);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const writers = Promise.all(Array.from({ length: 3 }, write));
    while (answered.length < 30) await new Promise((resolve) => setTimeout(resolve, 20));
    await primary.kill();
    isOver = true;
    await writers;
    expect((await server.get('/readyz')).status).to.equal(503);
    await server.end();
    await next.query('SELECT pg_promote()');
    // It would wait for a standby of its own.
    await next.query('ALTER SYSTEM RESET synchronous_standby_names');
    await next.query('SELECT pg_reload_conf()');

    const after = await serve({ DATABASE_URL: next.url, DATABASE_READ_URL: '' });
    const kept = new Set((await next.query('SELECT email FROM shaon_employee')).map(({ email }) => email));
    expect(answered.filter((email) => !kept.has(email))).to.deep.equal([]);
    const before = await totalOf(after);
    expect((await call(after, 'employees', newEmployee())).status).to.equal(201);
    expect(await totalOf(after)).to.equal(before + 1);
  }).timeout(SEVERAL_PROCESSES_MS);
});

/** Transactions that the standbys have ended, to see which server was asked. */
async function readByExport(standbys: readonly StoppablePostgres[]): Promise<number> {
  const counts = await Promise.all(
    standbys.map((standby) =>
      standby.query(`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint AS total FROM pg_stat_user_tables`),
    ),
  );
  return counts.reduce((total, [row]) => total + Number(row?.total), 0);
}

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

onEachDatabase('servers with a replica', { migrate: migrateAll }, (database) => {
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
    DATABASE_READ_URL: standbys[0]!.url,
    SHAON_LIMIT_STORE: 'postgres',
    SHAON_LIMIT_PER_MINUTE: '100000',
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

  it('are told by `shaon config` and `shaon doctor`, without a password', async () => {
    const password = new URL(primary.url).password;
    const told = async (args: readonly string[], more?: Settings): Promise<Ended> => {
      const ended = await shaon(args, settings(more));
      expect(ended.stdout + ended.stderr).to.not.include(password);
      return ended;
    };
    const examined = async (more?: Settings) =>
      /.*replica:.*/.exec((await told(['doctor'], more)).stdout)?.[0] ?? 'nothing';
    const { host } = new URL(standbys[0]!.url);
    expect((await told(['config'])).stdout).to.include(`shaon:***@${host}`);
    expect(await examined()).to.equal(`ok    replica: ${host} is a standby`);
    expect(await examined({ DATABASE_READ_URL: primary.url })).to.match(/^BAD .*is no standby/);
    expect(await examined({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/shaon' })).to.match(/^BAD .*ECONNREFUSED/);
    expect(await examined({ DATABASE_READ_URL: '' })).to.match(/^ok .*none/);
    await standbys[0]!.query('ALTER SYSTEM SET hot_standby_feedback = off');
    await standbys[0]!.query('SELECT pg_reload_conf()');
    expect(await examined()).to.match(/^look.*hot_standby_feedback = on/);
    await standbys[0]!.query('ALTER SYSTEM RESET hot_standby_feedback');
    await standbys[0]!.query('SELECT pg_reload_conf()');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('export a company from a replica', async () => {
    const server = await serve();
    expect((await call(server, 'employees', newEmployee())).status).to.equal(201);
    const replicated = async () => (await standbys[0]!.query('SELECT 1 FROM shaon_employee')).length;
    while ((await replicated()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const to = join(folder.path, 'exported');
    const before = await readByExport(standbys);
    const exported = await shaon(['export', '--company', String(bakery.company.companyId), '--to', to], settings());
    expect(exported.code, exported.stderr).to.equal(0);
    expect(readFileSync(join(to, 'employees.csv'), 'utf8').split('\n').length).to.equal(3);
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

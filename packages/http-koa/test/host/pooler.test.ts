import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCore, EVENT_TYPES } from '@shaon/core';
import {
  freePort,
  newEmployee,
  onEachDatabase,
  type RunningPgBouncer,
  skipWithout,
  startPgBouncer,
} from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import pg from 'pg';
import { type Receiver, startReceiver } from './receiver.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  TEST_KEYS,
} from './running-shaon.ts';

const SERVER_CONNECTIONS = 3;

onEachDatabase('servers behind a pooler', (database) => {
  if (database.type === 'sqlite') {
    it('are none on SQLite: a direct URL is refused there, with what to do', async () => {
      const refused = await shaon(['config'], {
        ...settingsFor(database.connection(), '/nowhere'),
        DATABASE_DIRECT_URL: 'postgres://127.0.0.1/shaon',
      });
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('DATABASE_DIRECT_URL').and.include('remove it');
    }).timeout(SEVERAL_PROCESSES_MS);
    return;
  }
  const folder = makeDataFolder();
  let pooler: RunningPgBouncer | undefined;
  let receiver: Receiver | undefined;
  let bakery: Bakery;
  let running: RunningShaon[] = [];

  const settings = (more: Settings = {}): Settings =>
    settingsFor(database.connection(), folder.path, {
      DATABASE_URL: pooler!.url,
      DATABASE_DIRECT_URL: directUrl(),
      SHAON_LIMIT_STORE: 'postgres',
      SHAON_WEBHOOK_ALLOW: receiver!.origin,
      NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
      ...more,
    });
  function directUrl(): string {
    const connection = database.connection();
    return connection.type === 'postgres' ? connection.url : '';
  }
  async function count(table: string, condition = 'true'): Promise<number> {
    const client = new pg.Client({ connectionString: directUrl() });
    await client.connect();
    try {
      const { rows } = await client.query(`SELECT count(*)::int AS total FROM ${table} WHERE ${condition}`);
      return rows[0].total;
    } finally {
      await client.end();
    }
  }
  async function serve(more: Settings = {}): Promise<RunningShaon> {
    const server = await RunningShaon.serve(settings(more));
    running.push(server);
    return server;
  }

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    skipWithout(this, 'pgbouncer');
    pooler = await startPgBouncer(directUrl(), { serverConnections: SERVER_CONNECTIONS });
    receiver = await startReceiver();
    writeFileSync(join(folder.path, 'ca.pem'), receiver.certificate.ca);
    const migrated = await shaon(['migrate'], settings());
    expect(migrated.code, migrated.stderr).to.equal(0);
    bakery = await makeCompany(database.connection());
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    const webhooks = await createWebhooks(core, { allow: [receiver.origin] });
    await webhooks.endpoints.register(bakery.company, { url: receiver.url, events: [...EVENT_TYPES] });
    await core.close();
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    running = [];
  });
  after(async () => {
    await receiver?.close();
    await pooler?.close();
    folder.remove();
  });

  it('say what to set where the pooler does not know the names of statements', async () => {
    for (let tries = 1; tries <= 10; tries += 1) {
      const named = await shaon(['company', 'list'], settings({ DATABASE_DIRECT_URL: '' }));
      // The first to use a connection of the pooler finds no other's names on it.
      if (named.code === 0) continue;
      expect(named.stderr)
        .to.include('set DATABASE_DIRECT_URL to the PostgreSQL behind it')
        .and.not.match(/^ +at /m);
      return;
    }
    throw new Error('The pooler knew all names.');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('say what to set where the pooler refuses the timeouts of a connection, and then do without', async () => {
    const managed = await startPgBouncer(directUrl(), { serverConnections: 1, refusesTimeouts: true });
    try {
      const list = (more: Settings = {}) =>
        shaon(['company', 'list'], settings({ DATABASE_URL: managed.url, ...more }));
      const refused = await list({ DATABASE_DIRECT_URL: '' });
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('set DATABASE_DIRECT_URL to the PostgreSQL behind it');
      const without = await list();
      expect(without.code, without.stderr).to.equal(0);
    } finally {
      await managed.close();
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are told by doctor which timeouts the role lacks', async () => {
    const { stdout } = await shaon(['doctor'], settings());
    const missing = 'its role has no idle_in_transaction_session_timeout and statement_timeout: ALTER ROLE';
    expect(stdout).to.match(new RegExp(`^look +connections: by a pooler, and ${missing}`, 'm'));
  }).timeout(SEVERAL_PROCESSES_MS);

  it('say that PostgreSQL itself does not answer, where the pooler does', async () => {
    const direct = new URL(directUrl());
    direct.port = String(await freePort());
    const refused = await shaon(['serve'], settings({ DATABASE_DIRECT_URL: direct.href }));
    expect(refused.code).to.equal(1);
    expect(refused.stderr)
      .to.include('The database cannot be reached. (ECONNREFUSED)')
      .and.include('DATABASE_DIRECT_URL')
      .and.not.match(/^ +at /m);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('answer more callers than the pooler has connections, lose no write and deliver each event', async () => {
    const servers = await Promise.all([
      serve({ SHAON_LIMIT_PER_MINUTE: '1000' }),
      serve({ SHAON_LIMIT_PER_MINUTE: '1000' }),
    ]);
    receiver!.requests.length = 0;
    const calls = Array.from({ length: 60 }, async (_, index) => {
      const url = `${servers[index % 2]!.url}/api/v1/employees`;
      const headers = { ...bearer(bakery.token), 'Content-Type': 'application/json' };
      const response = await (index % 3 === 0
        ? fetch(url, { method: 'POST', headers, body: JSON.stringify(newEmployee()) })
        : fetch(url, { headers }));
      await response.arrayBuffer();
      return response.status;
    });
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 201)).to.have.lengthOf(20);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(40);
    expect(await count('shaon_employee')).to.equal(20);
    expect(await count('shaon_audit', 'status IN (200, 201)')).to.equal(60);
    while (new Set(receiver!.requests.map(({ headers }) => headers['webhook-id'])).size < 20)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }).timeout(SEVERAL_PROCESSES_MS);

  it('count a token’s limit together, exactly', async () => {
    const other = await makeCompany(database.connection());
    const servers = await Promise.all([serve(), serve()]);
    const statuses: number[] = [];
    for (let wave = 0; wave < 5; wave += 1) {
      const calls = Array.from({ length: 20 }, async (_, index) => {
        const response = await servers[index % 2]!.get('/api/v1/departments', bearer(other.token));
        await response.arrayBuffer();
        statuses.push(response.status);
      });
      await Promise.all(calls);
    }
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(60);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('leave no lock in the pooler: a server that counts alone starts after they have ended', async () => {
    const shared = await serve();
    const alone = { SHAON_LIMIT_STORE: 'memory' };
    expect((await shaon(['serve'], settings(alone))).stderr).to.include('Another server runs on this database');
    await shared.end();
    const second = await serve(alone);
    expect((await second.get('/readyz')).status).to.equal(200);
    await second.end();
    const third = await serve(alone);
    expect((await third.get('/readyz')).status).to.equal(200);
  }).timeout(SEVERAL_PROCESSES_MS);
});

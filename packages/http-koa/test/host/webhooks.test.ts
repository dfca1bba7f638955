import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '@shaon/client-sdk/webhooks';
import { createCore, EVENT_TYPES } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { createLog } from '../../src/host/log.ts';
import { openCore } from '../../src/host/open-core.ts';
import { prune } from '../../src/host/worker.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  TEST_KEYS,
} from './running-shaon.ts';
import { stallWebhooks } from './stalled-webhooks.ts';

const NEWER_KEY = `newer:${Buffer.alloc(32, 9).toString('base64')}`;

onEachDatabase('webhooks of the host', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let bakery: Bakery;
  let receiver: Receiver;
  let secret: string;
  let running: RunningShaon[] = [];

  before(async () => {
    receiver = await startReceiver();
    writeFileSync(join(folder.path, 'ca.pem'), receiver.certificate.ca);
    bakery = await makeCompany(database.connection());
    await beside(async (webhooks) => {
      ({ secret } = await webhooks.endpoints.register(bakery.company, { url: receiver.url, events: [...EVENT_TYPES] }));
    });
  });
  beforeEach(() => {
    receiver.requests.length = 0;
  });
  afterEach(async () => {
    await Promise.all(running.map((process) => process.end('SIGKILL')));
    running = [];
  });
  after(async () => {
    await receiver?.close();
    folder.remove();
  });

  const settings = (more: Settings = {}): Settings =>
    settingsFor(database.connection(), folder.path, {
      SHAON_WEBHOOK_ALLOW: receiver.origin,
      NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
      SHAON_METRICS: '0',
      ...more,
    });

  async function start(more: Settings = {}, args?: readonly string[], ready?: string): Promise<RunningShaon> {
    const process = await RunningShaon.serve(settings(more), args, ready);
    running.push(process);
    return process;
  }
  const startWorker = (more: Settings = {}) => start(more, ['worker'], 'Shaon delivers');
  const doorOf = (process: RunningShaon) => new URL(process.metricsUrl).origin;

  /** In this process, which sends nothing. */
  async function beside<T>(work: (webhooks: Webhooks, hire: () => Promise<unknown>) => Promise<T>): Promise<T> {
    const core = await createCore({ database: database.connection(), keys: `${TEST_KEYS},${NEWER_KEY}` });
    try {
      const webhooks = await createWebhooks(core, { allow: [receiver.origin] });
      return await work(webhooks, () => core.employees.create(bakery.company, newEmployee()));
    } finally {
      await core.close();
    }
  }

  async function post(server: RunningShaon): Promise<string> {
    const employee = newEmployee();
    const response = await fetch(`${server.url}/api/v1/employees`, {
      method: 'POST',
      headers: { ...bearer(bakery.token), Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(employee),
    });
    expect(response.status).to.equal(201);
    return employee.name;
  }

  /** Of the nth request that came in. */
  async function verified(count: number) {
    const { body, headers } = await receiver.received(count);
    return verifyWebhook(body, headers, secret);
  }

  async function lastDelivery() {
    return beside(async (webhooks) => {
      const { items } = await webhooks.deliveries.list(bakery.company, {}, { page: 1, per_page: 1 });
      const [delivery] = items;
      if (delivery === undefined) throw new Error('There is no delivery.');
      return { ...delivery, attempts: await webhooks.deliveries.attempts(bakery.company, delivery.id) };
    });
  }

  it('are sent by shaon serve, signed, and counted', async () => {
    const server = await start();
    const name = await post(server);
    const event = await verified(1);
    expect(event.event).to.equal('employee.created');
    expect(event.data).to.include({ name });
    const figures = await until(
      async () => (await fetch(server.metricsUrl)).text(),
      // An attempt is counted a moment before it is out of the way.
      (text) =>
        text.includes('shaon_webhook_attempts_total{outcome="success"} 1') &&
        /^shaon_webhook_attempts_in_flight 0$/m.test(text) &&
        /^shaon_webhook_due 0$/m.test(text),
    );
    expect(figures)
      .to.match(/^shaon_webhook_due 0$/m)
      .and.match(/^shaon_webhook_oldest_due_age_seconds 0$/m)
      .and.match(/^shaon_webhook_stalled 0$/m)
      .and.match(/^shaon_webhook_attempts_in_flight 0$/m)
      .and.match(/^shaon_webhook_attempt_duration_seconds_bucket\{le="10"\} 1$/m)
      .and.match(/^shaon_webhook_attempt_duration_seconds_bucket\{le="\+Inf"\} 1$/m)
      .and.match(/^shaon_webhook_attempt_duration_seconds_count 1$/m);
    expect((await server.end()).stdout)
      .to.not.include(secret)
      .and.not.include(event.delivery.id ?? '-');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are sent by shaon worker, which tells the probes', async () => {
    if (database.type === 'postgres') await post(await start({ SHAON_SERVE_SENDS: 'false' }));
    else await beside((_, hire) => hire());
    expect(receiver.requests).to.have.lengthOf(0);
    const worker = await startWorker();
    expect((await verified(1)).event).to.equal('employee.created');
    const ready = await fetch(`${doorOf(worker)}/readyz`);
    expect([ready.status, await ready.json()]).to.deep.equal([200, { status: 'ready' }]);
    expect((await fetch(`${doorOf(worker)}/healthz`)).status).to.equal(200);
    expect(await (await fetch(`${doorOf(worker)}/metrics`)).text()).to.include('shaon_webhook_due ');
    expect((await worker.end()).code).to.equal(0);
    expect((await lastDelivery()).state).to.equal('succeeded');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('finish their attempt when SIGTERM comes in the middle of it', async () => {
    const release = receiver.hold();
    const server = await start();
    await post(server);
    await receiver.received(1);
    server.signal('SIGTERM');
    await server.line('Stopping');
    release();
    expect((await server.ended).code).to.equal(0);
    const { state, attempts } = await lastDelivery();
    expect([state, attempts.map(({ outcome }) => outcome)]).to.deep.equal(['succeeded', ['success']]);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are given back when the time of a stop is over, and sent by the next process', async () => {
    const release = receiver.hold();
    const server = await start({ SHAON_DRAIN_SECONDS: '0' });
    await post(server);
    await receiver.received(1);
    expect((await server.end()).code).to.equal(0);
    const given = await lastDelivery();
    expect([given.state, given.attempts.map(({ outcome }) => outcome)]).to.deep.equal(['pending', ['interrupted']]);
    release();
    await startWorker();
    await receiver.received(2);
    const sent = await until(lastDelivery, ({ state }) => state === 'succeeded');
    expect(sent.attempts.map(({ outcome }) => outcome)).to.have.members(['success', 'interrupted']);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('make /readyz of a worker fail and that of a server say degraded while they cannot go out', async () => {
    const probes = database.type === 'postgres' ? (['serve', 'worker'] as const) : (['worker', 'serve'] as const);
    for (const command of probes) {
      await beside((_, hire) => hire());
      const stalled = await stallWebhooks(database.connection());
      const process = command === 'serve' ? await start() : await startWorker();
      const readyz = `${command === 'serve' ? process.url : doorOf(process)}/readyz`;
      const probe = async () => {
        const response = await fetch(readyz);
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      expect(await probe()).to.deep.equal({ status: 200, body: { status: 'ready' } });
      await stalled.begin();
      const told = await until(probe, ({ status, body }) => status === 503 || body.degraded !== undefined);
      const ofServer = { status: 200, body: { status: 'ready', degraded: ['webhooks'] } };
      expect(told).to.deep.equal(
        command === 'serve' ? ofServer : { status: 503, body: { status: 'webhooks are stalled' } },
      );
      await stalled.end();
      await until(probe, ({ status, body }) => status === 200 && body.degraded === undefined);
      expect((await process.end()).code).to.equal(0);
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('keep their secret when the keys are rotated and the old one is gone', async () => {
    const rotated = await shaon(['keys', 'rotate'], settings({ SHAON_KEYS: `${NEWER_KEY},${TEST_KEYS}` }));
    expect(rotated.code, rotated.stderr).to.equal(0);
    expect(rotated.stdout).to.include('webhook secrets: 1 rotated, 0 failed');
    const server = await start({ SHAON_KEYS: NEWER_KEY });
    await post(server);
    expect((await verified(1)).event).to.equal('employee.created');
    expect((await server.end()).code).to.equal(0);
    const back = await shaon(['keys', 'rotate'], settings({ SHAON_KEYS: `${TEST_KEYS},${NEWER_KEY}` }));
    expect(back.stdout).to.include('webhook secrets: 1 rotated');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are pruned after the days of the settings', async () => {
    const leftAfter = async (more: Settings) => {
      const config = readConfig(settings(more));
      const opened = await openCore(config, createLog({ level: 'silent' }));
      await prune(opened, config);
      const { total } = await opened.webhooks.deliveries.list(bakery.company, {}, { page: 1, per_page: 1 });
      await opened.core.close();
      return total;
    };
    const kept = await leftAfter({});
    expect(kept).to.be.above(0);
    expect(await leftAfter({ SHAON_WEBHOOK_DAYS: '0' })).to.be.below(kept);
  }).timeout(SEVERAL_PROCESSES_MS);

  if (database.type === 'sqlite') return;

  it('are sent once each by several processes', async () => {
    const shared = { SHAON_LIMIT_STORE: 'postgres' };
    const servers = await Promise.all([start(shared), start(shared)]);
    const names = await Promise.all(Array.from({ length: 20 }, (_, index) => post(servers[index % 2]!)));
    await receiver.received(20);
    const successOf = (text: string) => Number(/_attempts_total\{outcome="success"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    await until(
      async () => Promise.all(servers.map(async ({ metricsUrl }) => successOf(await (await fetch(metricsUrl)).text()))),
      (counts) => counts.reduce((sum, count) => sum + count, 0) === 20,
    );
    const received = receiver.requests.map(({ body }) => JSON.parse(body).data.name as string);
    expect(received.sort()).to.deep.equal(names.sort());
    expect((await Promise.all(servers.map((server) => server.end()))).map(({ code }) => code)).to.deep.equal([0, 0]);
  }).timeout(SEVERAL_PROCESSES_MS);
});

/** Asks again and again until it is as wanted; the test's own time limit ends it. */
async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql } from '@shaon/testing';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, refusal, until } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';

const PAGE = { page: 1, per_page: 200 };

/* With the real clock, which on PostgreSQL is the database's own. */
onEachDatabase('the running sender', { migrate: migrateAll }, (database) => {
  let authority: Authority;
  let receiver: TlsReceiver;
  let core: Core;
  let webhooks: Webhooks;
  let company: SystemActor;

  before(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue());
    core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    // A poll a minute: whatever arrives sooner was woken. Nothing here waits for the deadline.
    const slow = { pollMs: 60_000, waitsMs: [300, 600], deadlineMs: 30_000 };
    webhooks = await webhooksWith(core, { ...loopback(authority), ...slow });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.created'] });
  });

  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behave(answer(200));
  });

  after(async () => {
    await webhooks?.stop(0);
    await core?.close();
    await receiver?.close();
  });

  const newest = async () => (await webhooks.deliveries.list(company, {}, PAGE)).items[0]!;

  it('stores what happens while nobody sends, and sends it when it starts', async () => {
    await hire({ core, company });
    expect(await webhooks.health(0)).to.include({ running: false });
    expect((await webhooks.backlog()).due).to.equal(1);
    const attempts: [string, boolean][] = [];
    webhooks.onAttempt = (outcome, seconds) => void attempts.push([outcome, seconds >= 0]);
    await webhooks.start();
    await until(() => receiver.requests.length === 1);
    await until(async () => (await newest()).state === 'succeeded');
    expect(await webhooks.backlog()).to.deep.equal({ due: 0, oldestDueMs: 0 });
    expect(attempts).to.deep.equal([['success', true]]);
    expect(webhooks.inFlight).to.equal(0);
    webhooks.onAttempt = null;
    expect((await webhooks.health()).stalled).to.equal(false);
  });

  it('is woken by a commit', async () => {
    await hire({ core, company });
    await until(() => receiver.requests.length === 1);
  });

  it('keeps its connections', async () => {
    const { connections } = receiver;
    for (let count = 1; count <= 5; count++) {
      await hire({ core, company });
      await until(async () => receiver.requests.length === count && (await newest()).state === 'succeeded');
    }
    expect(receiver.connections - connections).to.be.at.most(1);
  });

  it('retries in real time', async () => {
    // Nothing else wakes it for a retry, so this one polls.
    await webhooks.stop();
    const polling = await secondCore({ pollMs: 20, waitsMs: [300, 600] });
    try {
      receiver.behave(answer(500));
      await hire({ core: polling.core, company });
      await polling.webhooks.start();
      await until(() => receiver.requests.length === 3);
      const times = receiver.requests.map((request) => request.receivedAt);
      // No sooner; how much later is a matter of the machine, and of `until`.
      expect(times[1]! - times[0]!).to.be.at.least(290);
      expect(times[2]! - times[1]!).to.be.at.least(590);
      await until(async () => (await newest()).state === 'failed');
    } finally {
      await polling.close();
    }
    await webhooks.start();
  });

  it('interrupts what is on its way when it stops, and sends it again at once afterwards', async () => {
    receiver.behave(() => {});
    await hire({ core, company });
    await until(() => receiver.requests.length === 1);
    const started = Date.now();
    await webhooks.stop(100);
    expect(Date.now() - started).to.be.below(20_000);
    const delivery = await newest();
    expect(delivery).to.include({ state: 'pending', attempts: 1 });
    const [attempt] = await webhooks.deliveries.attempts(company, delivery.id);
    expect(attempt).to.include({ outcome: 'interrupted', errorCode: 'stopped' });
    receiver.behave(answer(200));
    await webhooks.start();
    await until(async () => (await newest()).state === 'succeeded');
    expect(receiver.requests.map((request) => request.headers['x-service-attempt'])).to.deep.equal(['1', '2']);
  });

  it('hears of commits in other processes, also after its connection was cut', async function () {
    if (database.type === 'sqlite') return; // one process, and so nobody to hear of
    this.timeout(120_000);
    const other = await secondCore({ pollMs: 60_000 });
    try {
      await hire({ core: other.core, company });
      await until(() => receiver.requests.length === 1);
      await core.extension.database.allCompanies().run(
        rawSql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      await hire({ core: other.core, company });
      await until(() => receiver.requests.length === 2);
    } finally {
      await other.close();
    }
  });

  it('ends with the core that it was made for', async () => {
    await webhooks.stop();
    expect(await webhooks.drainOnce()).to.equal(0);
    expect(await refusal(createWebhooks(core))).to.have.property('code', 'options_invalid');
  });

  async function secondCore(options: { readonly pollMs: number; readonly waitsMs?: readonly number[] }) {
    const second = await createCore({ database: database.connection(), keys: TEST_KEYS });
    const sending = await webhooksWith(second, { ...loopback(authority), ...options });
    return {
      core: second,
      webhooks: sending,
      close: async () => {
        await sending.stop(0);
        await second.close();
      },
    };
  }
});

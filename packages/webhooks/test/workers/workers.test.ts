import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql, runsAll } from '@shaon/testing';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { queue } from '../queued.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { answer, type ReceivedRequest, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, until } from '../support.ts';
import { startWorker, type Worker } from './worker.ts';

const DELIVERIES = proofSize('SHAON_DELIVERIES', 400, 5_000);
const ENDPOINTS = 4;
/** How often a worker is made to stand still. */
const STOPS = runsAll ? 12 : 4;
/** On SQLite one process sends. A process takes its time to start, so the short form has fewer. */
const WORKERS = { sqlite: 1, postgres: DELIVERIES < 10_000 ? 4 : 8 };

onEachDatabase('workers in processes of their own', { migrate: migrateAll }, (database) => {
  let authority: Authority;
  let receiver: TlsReceiver;
  let core: Core;
  let webhooks: Webhooks;
  let company: SystemActor;
  let workers: Worker[] = [];

  before(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue());
    core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    webhooks = await createWebhooks(core, loopback(authority));
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
  });

  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behave(answer(200));
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
  });

  after(async () => {
    await core?.close();
    await receiver?.close();
  });

  const rows = (text: string) => core.extension.database.allCompanies().run(rawSql(text));
  const openDeliveries = async () =>
    Number((await rows('SELECT count(*) AS n FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL'))[0]!.n);

  async function start(options: { readonly deadlineMs: number }): Promise<Worker> {
    const worker = await startWorker({
      connection: database.connection(),
      options: { ...loopback(authority), ...options, leaseMarginMs: 0, pollMs: 50 },
    });
    workers.push(worker);
    return worker;
  }

  async function endpoints(count: number): Promise<number[]> {
    const made: number[] = [];
    for (let number = 0; number < count; number++) {
      const { endpoint } = await webhooks.endpoints.register(company, {
        url: `${receiver.url}/${number}`,
        events: ['leave_request.approved'],
        max_inflight: 20,
      });
      made.push(endpoint.id);
    }
    return made;
  }

  it(`${WORKERS[database.type]} of them make no attempt twice and deliver all of ${DELIVERIES}`, async function () {
    this.timeout(240_000 + DELIVERIES * 40);
    const count = DELIVERIES / ENDPOINTS;
    await queue(core, { companyId: company.companyId, endpoints: await endpoints(ENDPOINTS), count });
    const started = performance.now();
    // Those that come first begin; the others join in the middle of it.
    await Promise.all(Array.from({ length: WORKERS[database.type] }, () => start({ deadlineMs: 30_000 })));
    await until(async () => (await openDeliveries()) === 0, 120_000 + DELIVERIES * 30);
    const seconds = (performance.now() - started) / 1000;

    const sent = receiver.requests.map(attemptOf);
    expect(new Set(sent).size, 'different attempts among the requests').to.equal(sent.length);
    expect(sent.length, 'requests').to.equal(DELIVERIES);
    const states = await rows('SELECT state, attempts, count(*) AS n FROM "shaon_webhook_delivery" GROUP BY 1, 2');
    expect(states.map((row) => [row.state, Number(row.attempts), Number(row.n)])).to.deep.equal([
      ['succeeded', 1, DELIVERIES],
    ]);
    const shares = await Promise.all(workers.map((worker) => worker.stop()));
    expect(shares.reduce((sum, share) => sum + (share.success ?? 0), 0)).to.equal(DELIVERIES);
    tell('SHAON_DELIVERIES', {
      deliveries: DELIVERIES,
      workers: shares.length,
      'attempts of the least and the most busy one': shares
        .map((share) => share.success ?? 0)
        .sort((one, other) => one - other)
        .filter((_, index) => index === 0 || index === shares.length - 1)
        .join(' and '),
      'doubled attempts': sent.length - new Set(sent).size,
      seconds: seconds.toFixed(1),
    });
  });

  it('one that was stopped past its lease and goes on overwrites nothing', async function () {
    if (database.type === 'sqlite') return; // one process, and so nobody to take over; leases.test.ts has the fence
    this.timeout(300_000);
    const [endpointId] = await endpoints(1);
    const first = await start({ deadlineMs: 2_000 });
    receiver.behave(() => {});
    await queue(core, { companyId: company.companyId, endpoints: [endpointId!], count: 3 });
    await until(() => receiver.requests.length === 3);
    first.suspend();
    receiver.behave(answer(200));
    const second = await start({ deadlineMs: 30_000 });
    const mine = `SELECT d.id, d.state, d.attempts, d.last_status, d.due_at FROM "shaon_webhook_delivery" d
      WHERE d.endpoint_id = ${endpointId} ORDER BY d.id`;
    await until(async () => (await rows(mine)).every((row) => row.state === 'succeeded'));
    const before = await rows(mine);
    expect(before.map((row) => [Number(row.attempts), Number(row.last_status)])).to.deep.equal(Array(3).fill([2, 200]));

    // Its own time is over as well, so what it has to say is a failure with a retry.
    first.resume();
    const outcomes = async () =>
      (
        await rows(`SELECT a.number, a.outcome FROM "shaon_webhook_attempt" a JOIN "shaon_webhook_delivery" d
          ON d.id = a.delivery_id WHERE d.endpoint_id = ${endpointId} ORDER BY a.number, a.id`)
      ).map((row) => `${row.number} ${row.outcome}`);
    await until(async () => (await outcomes()).filter((each) => each === '1 timeout').length === 3);
    expect(await outcomes()).to.deep.equal([...Array(3).fill('1 timeout'), ...Array(3).fill('2 success')]);
    expect(await rows(mine)).to.deep.equal(before);
    const sent = receiver.requests.map(attemptOf);
    expect(new Set(sent).size).to.equal(sent.length);

    // And it is a worker like any other again.
    await second.stop();
    await queue(core, { companyId: company.companyId, endpoints: [endpointId!], count: 1 });
    await until(() => receiver.requests.length === sent.length + 1);
    await until(async () => (await openDeliveries()) === 0);
  });

  it('one that stands still in the midst of its work keeps nothing locked', async function () {
    if (database.type === 'sqlite') return; // one process, and its statements are calls
    this.timeout(120_000);
    const [endpointId] = await endpoints(1);
    const worker = await start({ deadlineMs: 30_000 });
    const transactions = async () =>
      (
        await rows(
          `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND state LIKE '%transaction%'`,
        )
      ).map((row) => row.query);
    for (let time = 0; time < STOPS; time++) {
      const before = receiver.requests.length;
      await queue(core, { companyId: company.companyId, endpoints: [endpointId!], count: 200 });
      await until(() => receiver.requests.length > before, 20_000);
      // Anywhere between claiming, sending and recording.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      worker.suspend();
      // What it has asked for before is answered; a transaction that waits for its next statement would stay.
      let open: unknown[] = [];
      await until(async () => {
        open = await transactions();
        return open.length === 0;
      }, 10_000).catch(() => expect.fail(`It holds a transaction open: ${open.join()}`));
      worker.resume();
      await until(async () => (await openDeliveries()) === 0, 20_000);
    }
  });
});

const attemptOf = ({ headers }: ReceivedRequest) => `${headers['x-service-delivery']} ${headers['x-service-attempt']}`;

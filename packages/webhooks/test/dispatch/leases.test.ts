import type { Core } from '@shaon/core';
import { expect } from 'chai';
import { type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { claimStatement } from '../../src/dispatch/claim-postgres.ts';
import { endpointsWithDue } from '../../src/dispatch/claim-sqlite.ts';
import { dueTime } from '../../src/dispatch/due-time.ts';
import { recordFinished } from '../../src/dispatch/record.ts';
import type { AttemptResult } from '../../src/dispatch/send-attempt.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { loopback, withWebhooks } from '../support.ts';

const PAGE = { page: 1, per_page: 50 };
const SUCCESS: AttemptResult = {
  outcome: 'success',
  status: 200,
  errorCode: null,
  durationMs: 1,
  remoteAddress: '127.0.0.1',
  excerpt: '',
};

withWebhooks('claims and leases', (test) => {
  /** What another worker of the same database would hold. */
  let worker: ClaimParts;
  let endpointId: number;

  before(async () => {
    const { database } = test.core.extension;
    const options = resolveWebhooksOptions(loopback(test.authority));
    worker = { database, time: dueTime(database.dialect, test.clock), options };
    endpointId = await endpoint('');
  });

  beforeEach(() => {
    test.receiver.requests.length = 0;
    test.receiver.behave(answer(200));
  });

  const endpoint = async (path: string) =>
    (
      await test.webhooks.endpoints.register(test.company, {
        url: test.receiver.url + path,
        events: path === '' ? ['employee.created'] : ['leave_request.approved'],
      })
    ).endpoint.id;

  const newest = async () => (await test.webhooks.deliveries.list(test.company, {}, PAGE)).items[0]!;
  const attempts = async () => test.webhooks.deliveries.attempts(test.company, (await newest()).id);

  it('put an attempt on record before anything is sent', async () => {
    await hire(test);
    await claimDue(worker, 10);
    expect(await newest()).to.include({ state: 'in_flight', attempts: 1 });
    expect(await attempts()).to.have.lengthOf(1);
    expect((await attempts())[0]).to.include({ number: 1, outcome: null, finishedAt: null });
  });

  it('come back by themselves when their worker has vanished, and use up no wait', async () => {
    test.clock.advance(worker.options.leaseMs - 1);
    expect(await test.webhooks.drainOnce(), 'while the lease lives').to.equal(0);
    test.clock.advance(1);
    test.receiver.behave(answer(500));
    expect(await test.webhooks.drainOnce()).to.equal(1);
    expect((await attempts()).map(({ number, outcome }) => [number, outcome])).to.deep.equal([
      [1, 'interrupted'],
      [2, 'server_error'],
    ]);
    expect((await newest()).dueAt, 'the first wait').to.deep.equal(new Date(test.clock.now().getTime() + 10_000));
    test.clock.advance(10_000);
    test.receiver.behave(answer(200));
    await test.webhooks.drainOnce();
    expect(test.receiver.requests.map((request) => request.headers['x-service-attempt'])).to.deep.equal(['2', '3']);
  });

  it('that were lost cannot overwrite what the new owner wrote; the late attempt is completed all the same', async () => {
    await hire(test);
    const [late] = await claimDue(worker, 10);
    test.clock.advance(worker.options.leaseMs);
    test.receiver.behave(answer(500));
    await test.webhooks.drainOnce();
    await recordFinished(worker, [{ claimed: late!, result: SUCCESS }]);
    expect(await newest()).to.include({ state: 'pending', attempts: 2, lastStatus: 500 });
    expect((await attempts()).map(({ outcome }) => outcome)).to.deep.equal(['success', 'server_error']);
    test.clock.advance(10_000);
    test.receiver.behave(answer(200));
    expect(await test.webhooks.drainOnce()).to.equal(1);
  });

  it('that keep getting lost count as failed attempts after the fifth', async () => {
    await hire(test);
    for (let lost = 1; lost <= 6; lost++) {
      expect(await claimDue(worker, 10), `claim ${lost}`).to.have.lengthOf(1);
      test.clock.advance(worker.options.leaseMs);
    }
    expect(await claimDue(worker, 10)).to.deep.equal([]);
    expect(await newest()).to.include({ state: 'pending', attempts: 6, lastError: 'interrupted' });
    expect((await newest()).dueAt).to.deep.equal(new Date(test.clock.now().getTime() + 10_000));
    test.clock.advance(10_000);
    expect(await test.webhooks.drainOnce()).to.equal(1);
    expect((await newest()).state).to.equal('succeeded');
  });

  it('are never doubled between workers', async () => {
    const endpoints = [endpointId, await endpoint('/b'), await endpoint('/c')];
    await queue(test.core, test.company.companyId, endpoints, 60);
    const ids: number[] = [];
    const work = async () => {
      for (let claimed = await claimDue(worker, 4); claimed.length > 0; claimed = await claimDue(worker, 4)) {
        ids.push(...claimed.map(({ id }) => id));
        await recordFinished(
          worker,
          claimed.map((each) => ({ claimed: each, result: SUCCESS })),
        );
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    // A worker that found every endpoint full went home; what it left is here.
    await work();
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.have.lengthOf(180);
  });

  it('of a stuck endpoint with a long queue leave the others their turn', async () => {
    const [stuck, healthy] = [await endpoint('/stuck'), await endpoint('/healthy')];
    await queue(test.core, test.company.companyId, [stuck], 2_000);
    const first = await claimDue(worker, 200);
    expect(first.map((claimed) => claimed.endpointId)).to.deep.equal(Array(5).fill(stuck));
    await queue(test.core, test.company.companyId, [healthy], 3);
    const second = await claimDue(worker, 200);
    expect(second.map((claimed) => claimed.endpointId)).to.deep.equal(Array(3).fill(healthy));
    expect(await claimDue(worker, 200)).to.deep.equal([]);
    expect(await test.webhooks.backlog()).to.include({ due: 1_995, oldestSendableMs: 0 });
  });

  it('are planned without reading the whole history', async () => {
    const all = test.core.extension.database.readAllCompanies();
    if (all.dialect === 'sqlite') {
      const plan = await all.rows(`EXPLAIN QUERY PLAN ${endpointsWithDue('$1')}`, [test.clock.now()]);
      const details = plan.map((row) => String(row.detail));
      expect(details.filter((detail) => /SCAN (d|f|shaon_webhook_delivery)$/.test(detail))).to.deep.equal([]);
      expect(details.join('\n')).to.contain('shaon_webhook_delivery_state_endpoint_id_idx', details.join('\n'));
      return;
    }
    await history(test.core, test.company.companyId, endpointId, 20_000);
    await all.rows('ANALYZE "shaon_webhook_delivery"');
    const plan = await all.rows(`EXPLAIN (GENERIC_PLAN) ${claimStatement(worker.time)}`);
    const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(text).not.to.contain('Seq Scan on shaon_webhook_delivery');
    expect(text).to.contain('shaon_webhook_delivery_endpoint_id_due_at_id_idx');
  });
});

/** Queues events to endpoints without going through a domain change. */
async function queue(core: Core, companyId: number, endpoints: readonly number[], count: number): Promise<void> {
  const { database } = core.extension;
  await database.writeAllCompanies('test.queue', {}, async (all) => {
    const now = core.clock.now();
    for (let index = 0; index < count; index++) {
      const [event] = await all.rows(
        `INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at) VALUES ($1, 'employee.created', '{}', $2) RETURNING id`,
        [companyId, now],
      );
      for (const endpointId of endpoints) {
        await all.rows(
          `INSERT INTO "shaon_webhook_delivery" (company_id, event_id, endpoint_id, run, "trigger", state, due_at, lease, attempts, failures, interruptions, created_at)
           VALUES ($1, $2, $3, 1, 'auto', 'pending', $4, 0, 0, 0, 0, $4)`,
          [companyId, Number(event!.id), endpointId, now],
        );
      }
    }
  });
}

/** Deliveries that are long over. */
async function history(core: Core, companyId: number, endpointId: number, count: number): Promise<void> {
  const { database } = core.extension;
  await database.writeAllCompanies('test.history', {}, async (all) => {
    const [event] = await all.rows(
      `INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at) VALUES ($1, 'employee.created', '{}', $2) RETURNING id`,
      [companyId, core.clock.now()],
    );
    await all.rows(
      `INSERT INTO "shaon_webhook_delivery" (company_id, event_id, endpoint_id, run, "trigger", state, lease, attempts, failures, interruptions, created_at, finished_at)
       SELECT $1::integer, $2::bigint, $3::integer, n, 'auto', 'succeeded', 1, 1, 0, 0, now(), now() FROM generate_series(1, $4::integer) n`,
      [companyId, Number(event!.id), endpointId, count],
    );
  });
}

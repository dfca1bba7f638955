import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import type { DeliveryFilter } from '../../src/deliveries/delivery-filter.ts';
import { type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { FAILURE, SUCCESS } from '../attempt-results.ts';
import { hire } from '../hire.ts';
import { queue } from '../queued.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { loopback, until, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const PAGE = { page: 1, per_page: 50 };
withWebhooks('claims and leases', (test) => {
  /** What another worker of the same database would hold. */
  let worker: ClaimParts & RecordParts;
  let endpointId: number;

  before(async () => {
    worker = workerParts(test.core, loopback(test.authority));
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

  it('show their delivery as being sent, wherever deliveries are listed and counted', async () => {
    const total = async (filter: DeliveryFilter) =>
      (await test.webhooks.deliveries.list(test.company, filter, PAGE)).total;
    expect(await total({ state: 'in_flight' })).to.equal(1);
    expect(await total({ state: 'pending' })).to.equal(0);
    expect(await total({ status: 'none' }), 'tried, without a status so far').to.equal(1);
    const health = await test.webhooks.endpoints.health(test.company, endpointId);
    expect(health).to.include({ pending: 1, retrying: 0, nextDueAt: null });
    expect(await test.webhooks.backlog()).to.include({ due: 0, oldestDueMs: 0 });
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

  it('that were lost fail no delivery twice, even if the next attempt is recorded with them', async () => {
    const once = { ...worker, options: resolveWebhooksOptions({ ...loopback(test.authority), waitsMs: [] }) };
    await hire(test);
    const [late] = await claimDue(once, 10);
    test.clock.advance(once.options.leaseMs);
    const [next] = await claimDue(once, 10);
    await recordFinished(
      once,
      [late!, next!].map((claimed) => ({ claimed, result: FAILURE })),
    );
    expect(await newest()).to.include({ state: 'failed', attempts: 2 });
    expect(await test.webhooks.endpoints.get(test.company, endpointId)).to.include({ failureStreak: 1 });
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
    await queue(test.core, { companyId: test.company.companyId, endpoints, count: 60 });
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
    await queue(test.core, { companyId: test.company.companyId, endpoints: [stuck], count: 2_000 });
    const first = await claimDue(worker, 200);
    expect(first.map((claimed) => claimed.endpointId)).to.deep.equal(Array(5).fill(stuck));
    await queue(test.core, { companyId: test.company.companyId, endpoints: [healthy], count: 3 });
    const second = await claimDue(worker, 200);
    expect(second.map((claimed) => claimed.endpointId)).to.deep.equal(Array(3).fill(healthy));
    expect(await claimDue(worker, 200)).to.deep.equal([]);
    expect(await test.webhooks.backlog()).to.include({ due: 1_995 });
    expect(await test.webhooks.health()).to.include({ oldestSendableMs: 0 });
  });

  it('that cannot be returned keep nothing else from being sent', async () => {
    const [broken, healthy] = [await endpoint('/broken'), await endpoint('/sound')];
    await queue(test.core, { companyId: test.company.companyId, endpoints: [broken], count: 1 });
    const [lost] = await claimDue(worker, 1);
    // A second lost attempt of one delivery is refused.
    await test.core.extension.database.writeAllCompanies('test.break', {}, async (all) => {
      await all.run(
        rawSql(`CREATE UNIQUE INDEX one_lost ON shaon_webhook_attempt (delivery_id)
          WHERE error_code = 'lease_lost' AND delivery_id = ${lost!.id}`),
      );
      await all.run(
        rawSql(`INSERT INTO shaon_webhook_attempt (company_id, delivery_id, number, started_at, finished_at, outcome, error_code)
          SELECT company_id, delivery_id, 99, started_at, started_at, 'interrupted', 'lease_lost'
          FROM shaon_webhook_attempt WHERE delivery_id = $1`),
        [lost!.id],
      );
    });
    test.clock.advance(worker.options.leaseMs);
    await queue(test.core, { companyId: test.company.companyId, endpoints: [healthy], count: 1 });
    await test.webhooks.start();
    try {
      await until(() => test.receiver.requests.some(({ path }) => path.endsWith('/sound')), 5_000);
    } finally {
      await test.webhooks.stop(0);
    }
  });
});

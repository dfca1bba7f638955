import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type Claimed, type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { type LostLeaseParts, returnLostDeliveries } from '../../src/dispatch/lost-leases.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import type { AttemptResult } from '../../src/dispatch/send-attempt.ts';
import { FAILURE, SUCCESS } from '../attempt-results.ts';
import { queue } from '../queued.ts';
import { someoneWaitsForALock } from '../races/lock-waits.ts';
import { loopback, withWebhooks, withWebhooksOnPostgres } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const FIRST_WAIT_MS = 10_000;
const INTERRUPTED: AttemptResult = { ...SUCCESS, outcome: 'interrupted', status: null, errorCode: 'stopped' };

withWebhooks('an attempt that ends', (test) => {
  let worker: ClaimParts & RecordParts;
  let endpointId: number;

  const register = async (path: string, maxInflight = 1) => {
    const url = `${test.receiver.url}/${path}`;
    const input = { url, events: ['leave_request.approved'] as const, max_inflight: maxInflight };
    return (await test.webhooks.endpoints.register(test.company, input)).endpoint.id;
  };
  const queued = (count: number, endpoints: readonly number[] = [endpointId]) =>
    queue(test.core, { companyId: test.company.companyId, endpoints, count });
  const claimed = async (slots = 1): Promise<Claimed> => {
    const [first, ...more] = await claimDue(worker, slots);
    if (first === undefined || more.length > 0) throw new Error('Not one delivery was claimed.');
    return first;
  };
  const ended = (claim: Claimed, result: AttemptResult) => recordFinished(worker, [{ claimed: claim, result }]);
  const deliveryOf = ({ id }: Claimed) => test.webhooks.deliveries.get(test.company, id);
  const attemptsOf = ({ id }: Claimed) => test.webhooks.deliveries.attempts(test.company, id);

  before(() => {
    worker = workerParts(test.core, loopback(test.authority));
  });

  let serial = 0;
  beforeEach(async () => {
    endpointId = await register(String(++serial));
  });
  afterEach(async () => {
    const rest = await test.webhooks.endpoints.list(test.company);
    for (const { id } of rest) await test.webhooks.endpoints.remove(test.company, id);
  });

  it('with success leaves no error behind', async () => {
    await queued(1);
    const claim = await claimed();
    await ended(claim, SUCCESS);
    expect(await deliveryOf(claim)).to.include({ state: 'succeeded', lastError: null, dueAt: null });
  });

  it('by an interruption uses up no wait', async () => {
    await queued(1);
    const claim = await claimed();
    await ended(claim, INTERRUPTED);
    expect(await deliveryOf(claim)).to.deep.include({
      state: 'pending',
      lastError: 'stopped',
      dueAt: test.clock.now(),
    });
    const again = await claimed();
    expect(again).to.include({ number: 2, failures: 0 });
    await ended(again, FAILURE);
    expect((await deliveryOf(claim)).dueAt).to.deep.equal(new Date(test.clock.now().getTime() + FIRST_WAIT_MS));
  });

  it('is held where its endpoint was switched off meanwhile (D:V16)', async () => {
    await queued(1);
    const claim = await claimed();
    await test.webhooks.endpoints.disable(test.company, endpointId);
    await ended(claim, FAILURE);
    expect(await deliveryOf(claim)).to.include({ state: 'held', dueAt: null, finishedAt: null });
    expect((await attemptsOf(claim))[0], 'no next attempt is named').to.include({ nextDueAt: null });
  });

  it('is not held, discarded or released while it is on its way', async () => {
    await queued(1);
    const claim = await claimed();
    await test.webhooks.endpoints.disable(test.company, endpointId);
    expect(await test.webhooks.endpoints.health(test.company, endpointId)).to.include({ held: 0, pending: 1 });
    expect(await test.webhooks.endpoints.enable(test.company, endpointId, 'discard')).to.equal(0);
    expect(await deliveryOf(claim)).to.include({ state: 'in_flight', attempts: 1 });
    await ended(claim, FAILURE);
    expect(await deliveryOf(claim)).to.include({ state: 'pending', attempts: 1, lastStatus: 500 });
  });

  it('is cancelled where its endpoint was deleted meanwhile (D:V16)', async () => {
    await queued(1);
    const claim = await claimed();
    await test.webhooks.endpoints.remove(test.company, endpointId);
    await ended(claim, FAILURE);
    expect(await deliveryOf(claim)).to.include({ state: 'cancelled', dueAt: null });
  });

  it('changes nothing of a delivery that another worker has on its way by now', async () => {
    await queued(1);
    const late = await claimed();
    test.clock.advance(worker.options.leaseMs);
    const owner = await claimed();
    expect(owner).to.include({ id: late.id, number: late.number + 1 });
    await ended(late, SUCCESS);
    expect(await deliveryOf(late)).to.include({ state: 'in_flight', attempts: 2 });
    expect((await attemptsOf(late))[0]).to.include({ number: 1, outcome: 'success' });
    await ended(owner, FAILURE);
    expect(await deliveryOf(owner)).to.include({ state: 'pending', lastStatus: 500 });
  });

  it('says of an attempt whose worker vanished that its lease was lost', async () => {
    await queued(1);
    const lost = await claimed();
    test.clock.advance(worker.options.leaseMs);
    await claimed();
    expect((await attemptsOf(lost))[0]).to.include({ outcome: 'interrupted', errorCode: 'lease_lost' });
  });

  it('without its delivery, which an operator has deleted by SQL, holds up no other, and neither does a lost one', async () => {
    const { database } = test.core.extension;
    const endpoint = await register('deleted', 2);
    const deleteDelivery = ({ id }: Claimed) =>
      database.writeAllCompanies('test.delete', {}, async (all) => {
        await all.run(rawSql(`DELETE FROM "shaon_webhook_attempt" WHERE delivery_id = ${id}`));
        await all.run(rawSql(`DELETE FROM "shaon_webhook_delivery" WHERE id = ${id}`));
      });
    await queued(4, [endpoint]);
    const [deleted, other] = await claimDue(worker, 2);
    await deleteDelivery(deleted!);
    await recordFinished(worker, [
      { claimed: deleted!, result: SUCCESS },
      { claimed: other!, result: SUCCESS },
    ]);
    expect(await deliveryOf(other!)).to.include({ state: 'succeeded' });

    const [deletedToo, lost] = await claimDue(worker, 2);
    await deleteDelivery(deletedToo!);
    test.clock.advance(worker.options.leaseMs);
    expect(await claimed(2)).to.include({ id: lost!.id, number: 2 });
    const flights = await database
      .allCompanies()
      .run(rawSql(`SELECT id FROM "shaon_webhook_delivery" WHERE state = 'in_flight'`));
    expect(
      flights.map(({ id }) => Number(id)),
      'in flight',
    ).to.deep.equal([lost!.id]);
  });

  it('leaves its room to others while it waits, and then comes in the order in which they fell due', async () => {
    await queued(2);
    const first = await claimed();
    await ended(first, FAILURE);
    const second = await claimed();
    expect(second.id, 'what waits takes no room').to.be.greaterThan(first.id);
    await ended(second, SUCCESS);
    await queued(1);
    test.clock.advance(FIRST_WAIT_MS);
    const third = await claimed();
    expect(third.id, 'it fell due before the retry').to.be.greaterThan(second.id);
    await ended(third, SUCCESS);
    expect((await claimed()).id).to.equal(first.id);
  });
});

withWebhooks('a claim for several endpoints', (test) => {
  it('takes no more than it has slots, one of each', async () => {
    const worker = workerParts(test.core, loopback(test.authority));
    const endpoints: number[] = [];
    for (const path of ['a', 'b', 'c']) {
      const input = { url: `${test.receiver.url}/${path}`, events: ['leave_request.approved'] as const };
      endpoints.push((await test.webhooks.endpoints.register(test.company, input)).endpoint.id);
    }
    await queue(test.core, { companyId: test.company.companyId, endpoints, count: 2 });
    const taken = await claimDue(worker, 2);
    expect(taken).to.have.length(2);
    expect(new Set(taken.map(({ endpointId }) => endpointId)).size).to.equal(2);
  });
});

withWebhooksOnPostgres('a result that waits for another transaction', (test) => {
  let worker: ClaimParts & RecordParts;

  before(() => {
    worker = workerParts(test.core, loopback(test.authority));
  });

  afterEach(async () => {
    for (const { id } of await test.webhooks.endpoints.list(test.company)) {
      await test.webhooks.endpoints.remove(test.company, id);
    }
  });

  async function claimedTwo(path: string): Promise<readonly Claimed[]> {
    const input = { url: `${test.receiver.url}/${path}`, events: ['leave_request.approved'] as const };
    const { endpoint } = await test.webhooks.endpoints.register(test.company, input);
    await queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint.id], count: 2 });
    return claimDue(worker, 2);
  }
  const succeeded = (claims: readonly Claimed[]) =>
    recordFinished(
      worker,
      claims.map((claimed) => ({ claimed, result: SUCCESS })),
    );

  async function assertRecorded(claims: readonly Claimed[], state: 'pending' | 'succeeded'): Promise<void> {
    for (const { id } of claims) {
      expect(await test.webhooks.deliveries.get(test.company, id)).to.include({ state, attempts: 1 });
      const attempts = await test.webhooks.deliveries.attempts(test.company, id);
      expect(attempts.map(({ number, outcome, status }) => [number, outcome, status])).to.deep.equal([
        [1, 'success', 200],
      ]);
    }
  }

  it('which takes its lease away is recorded in its attempt all the same', async () => {
    const { database } = test.core.extension;
    const claims = await claimedTwo('taken');
    test.clock.advance(worker.options.leaseMs);
    let recorded: Promise<void> | undefined;
    const commitsLate: LostLeaseParts['database'] = {
      dialect: database.dialect,
      allCompanies: () => database.allCompanies(),
      writeAllCompanies: (name, write, work) =>
        database.writeAllCompanies(name, write, async (all, manager) => {
          const done = await work(all, manager);
          recorded = succeeded(claims);
          await someoneWaitsForALock(all);
          return done;
        }),
    };
    await returnLostDeliveries({ ...worker, database: commitsLate });
    await recorded;
    await assertRecorded(claims, 'pending');
  });

  it('which changes its lease ends the delivery all the same', async () => {
    const claims = await claimedTwo('changed');
    let recorded: Promise<void> | undefined;
    await test.core.extension.database.writeAllCompanies('test.lease', {}, async (all) => {
      await all.run(
        rawSql(`UPDATE "shaon_webhook_delivery" SET due_at = due_at + interval '1 second' WHERE state = 'in_flight'`),
      );
      recorded = succeeded(claims);
      await someoneWaitsForALock(all);
    });
    await recorded;
    await assertRecorded(claims, 'succeeded');
  });
});

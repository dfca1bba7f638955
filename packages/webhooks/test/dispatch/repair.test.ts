import { expect } from 'chai';
import { type Claimed, type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { repairDeliveries } from '../../src/dispatch/repair-deliveries.ts';
import { SUCCESS } from '../attempt-results.ts';
import { queue } from '../queued.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { loopback, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const YEAR_MS = 365 * 86_400_000;

withWebhooks('the repair of deliveries', (test) => {
  let worker: ClaimParts & RecordParts;
  let endpointId: number;

  const queued = () => queue(test.core, { companyId: test.company.companyId, endpoints: [endpointId], count: 1 });
  const claimed = async () => (await claimDue(worker, 1))[0] as Claimed;
  const deliveryOf = ({ id }: Pick<Claimed, 'id'>) => test.webhooks.deliveries.get(test.company, id);
  const outcomesOf = async ({ id }: Pick<Claimed, 'id'>) =>
    (await test.webhooks.deliveries.attempts(test.company, id)).map(({ outcome, errorCode }) => [outcome, errorCode]);

  before(() => {
    worker = workerParts(test.core, loopback(test.authority));
  });

  beforeEach(async () => {
    test.receiver.behave(answer(200));
    const input = { url: test.receiver.url, events: ['leave_request.approved'] as const };
    endpointId = (await test.webhooks.endpoints.register(test.company, input)).endpoint.id;
  });

  afterEach(async () => {
    for (const { id } of await test.webhooks.endpoints.list(test.company)) {
      await test.webhooks.endpoints.remove(test.company, id);
    }
  });

  for (const [act, state] of [
    ['disable', 'held'],
    ['remove', 'cancelled'],
  ] as const) {
    it(`ends an attempt whose worker was lost while its endpoint was switched: ${act} (D:V16)`, async () => {
      await queued();
      const lost = await claimed();
      await test.webhooks.endpoints[act](test.company, endpointId);
      test.clock.advance(worker.options.leaseMs - 1);
      expect(await repairDeliveries(worker), 'while the lease lives').to.equal(false);
      expect(await deliveryOf(lost)).to.include({ state: 'in_flight' });
      test.clock.advance(1);
      await repairDeliveries(worker);
      expect(await deliveryOf(lost)).to.include({ state, dueAt: null, attempts: 1 });
      expect(await outcomesOf(lost)).to.deep.equal([['interrupted', 'lease_lost']]);
      await recordFinished(worker, [{ claimed: lost, result: SUCCESS }]);
      expect(await deliveryOf(lost), 'a late result changes only its attempt').to.include({ state });
      expect(await outcomesOf(lost)).to.deep.equal([['success', null]]);
    });
  }

  it('makes deliveries of lost workers due again', async () => {
    await queued();
    const lost = await claimed();
    test.clock.advance(worker.options.leaseMs);
    expect(await repairDeliveries(worker)).to.equal(true);
    expect(await deliveryOf(lost)).to.include({ state: 'pending', attempts: 1, lastError: 'interrupted' });
    expect(await claimed()).to.include({ id: lost.id, number: 2 });
  });

  it('brings retries and attempts forward that a clock far ahead has put off, once it is set back', async () => {
    const now = test.clock.now();
    test.clock.advance(YEAR_MS);
    test.receiver.behave(answer(500));
    await queued();
    await test.webhooks.drainOnce();
    await queued();
    const lost = await claimed();
    test.clock.set(now);
    expect(await test.webhooks.drainOnce(), 'before the repair').to.equal(0);
    expect(await repairDeliveries(worker)).to.equal(true);
    expect(await repairDeliveries(worker), 'a second time').to.equal(false);
    test.receiver.behave(answer(200));
    expect(await test.webhooks.drainOnce(), 'the retry').to.equal(1);
    test.clock.advance(worker.options.leaseMs);
    expect(await test.webhooks.drainOnce(), 'the attempt of the lost worker').to.equal(1);
    expect(await deliveryOf(lost)).to.include({ state: 'succeeded', attempts: 2 });
  });

  it('leaves the longest wait as it is', async () => {
    await queued();
    test.receiver.behave(answer(500));
    for (const wait of [10, 30, 120, 600]) {
      await test.webhooks.drainOnce();
      test.clock.advance(wait * 1_000);
    }
    await test.webhooks.drainOnce();
    expect(await repairDeliveries(worker)).to.equal(false);
    test.clock.advance(1_800_000 - 1);
    expect(await test.webhooks.drainOnce()).to.equal(0);
    test.clock.advance(1);
    expect(await test.webhooks.drainOnce()).to.equal(1);
  });
});

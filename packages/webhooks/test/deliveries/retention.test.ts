import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { history, queue } from '../queued.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { type WebhooksTest, withWebhooks } from '../support.ts';

const DAY_MS = 86_400_000;
/** More than two batches of a thousand. */
const MANY = 2_300;
const PAGE = { page: 1, per_page: 1 };

async function countIn(test: WebhooksTest, table: string): Promise<number> {
  const [row] = await test.core.extension.database
    .allCompanies()
    .run(rawSql(`SELECT count(*) AS n FROM "shaon_webhook_${table}"`));
  return Number(row!.n);
}
const counts = async (test: WebhooksTest) => ({
  deliveries: await countIn(test, 'delivery'),
  attempts: await countIn(test, 'attempt'),
  events: await countIn(test, 'event'),
});

async function endpoints(test: WebhooksTest, count: number): Promise<number[]> {
  const made: number[] = [];
  for (let number = 0; number < count; number++) {
    const url = `${test.receiver.url}/${number}`;
    made.push(
      (await test.webhooks.endpoints.register(test.company, { url, events: ['employee.created'] })).endpoint.id,
    );
  }
  return made;
}

withWebhooks('retention of many deliveries', (test) => {
  it('goes through them in batches, two processes at a time, and leaves what is younger or still open', async () => {
    const { companyId } = test.company;
    const [one, other] = await endpoints(test, 2);
    await history(test.core, { companyId, endpoints: [one!], count: MANY });
    test.clock.advance(29 * DAY_MS);
    await history(test.core, { companyId, endpoints: [one!, other!], count: 10 });
    await queue(test.core, { companyId, endpoints: [one!], count: 5 });
    expect(await test.webhooks.prune()).to.deep.equal({ deliveries: 0, cancelled: 0 });

    test.clock.advance(DAY_MS + 1);
    const pruned = await Promise.all([test.webhooks.prune(), test.webhooks.prune()]);
    expect(pruned[0].deliveries + pruned[1].deliveries).to.equal(MANY);
    expect(await counts(test)).to.deep.equal({ deliveries: 25, attempts: 20, events: 15 });
    test.clock.advance(365 * DAY_MS);
    await test.webhooks.prune();
    expect(await counts(test), 'what is due stays, however old').to.deep.equal({
      deliveries: 5,
      attempts: 0,
      events: 5,
    });
  });
});

withWebhooks('retention of deliveries', (test) => {
  let first: number;
  let second: number;
  before(async () => {
    [first, second] = (await endpoints(test, 2)) as [number, number];
  });

  const stateOf = async (endpointId: number) =>
    (await test.webhooks.deliveries.list(test.company, { endpointId }, PAGE)).items.map(({ state, lastError }) => [
      state,
      lastError,
    ]);

  it('keeps an event until the last delivery of it has gone, and its body with it', async () => {
    test.receiver.behave((socket, request) => answer(request.path.endsWith('/0') ? 200 : 500)(socket, request));
    await hire(test);
    await test.webhooks.drainOnce();
    for (const wait of [10_000, 30_000, 120_000, 600_000, 1_800_000]) {
      test.clock.advance(wait);
      await test.webhooks.drainOnce();
    }
    expect([await stateOf(first), await stateOf(second)]).to.deep.equal([
      [['succeeded', null]],
      [['failed', 'server_error']],
    ]);
    test.clock.advance(31 * DAY_MS);
    expect((await test.webhooks.prune()).deliveries).to.equal(1);
    expect([await stateOf(first), await stateOf(second)]).to.deep.equal([[], [['failed', 'server_error']]]);
    const [failed] = (await test.webhooks.deliveries.list(test.company, {}, PAGE)).items;
    expect((await test.webhooks.deliveries.get(test.company, failed!.id)).body).to.contain('employee.created');
    expect(await test.webhooks.deliveries.attempts(test.company, failed!.id)).to.have.lengthOf(6);

    test.clock.advance(58 * DAY_MS);
    expect((await test.webhooks.prune()).deliveries, 'in the 90th day').to.equal(0);
    test.clock.advance(2 * DAY_MS);
    expect((await test.webhooks.prune()).deliveries).to.equal(1);
    expect(await counts(test)).to.deep.equal({ deliveries: 0, attempts: 0, events: 0 });
  });

  it('cancels what was held for 30 days, marked so, and removes it 30 days later (D:V16)', async () => {
    await test.webhooks.endpoints.remove(test.company, second);
    await test.webhooks.endpoints.disable(test.company, first);
    await hire(test);
    test.clock.advance(30 * DAY_MS - 1);
    expect(await test.webhooks.prune()).to.deep.equal({ deliveries: 0, cancelled: 0 });
    test.clock.advance(2);
    expect(await test.webhooks.prune()).to.deep.equal({ deliveries: 0, cancelled: 1 });
    expect(await stateOf(first)).to.deep.equal([['cancelled', 'held_too_long']]);
    expect(await test.webhooks.endpoints.enable(test.company, first, 'send')).to.equal(0);
    test.clock.advance(30 * DAY_MS + 1);
    expect(await test.webhooks.prune()).to.deep.equal({ deliveries: 1, cancelled: 0 });
    expect(await counts(test)).to.deep.equal({ deliveries: 0, attempts: 0, events: 0 });
  });
});

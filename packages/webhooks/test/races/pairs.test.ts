import { daySeed, rawSql, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import { repairDeliveries } from '../../src/dispatch/repair-deliveries.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { history, queue } from '../queued.ts';
import { type WebhooksTest, withWebhooks } from '../support.ts';
import { ACTS, type ActName, mayBeRefused, type Raced } from './acts.ts';
import { assertInvariants } from './invariants.ts';

const NAMES = Object.keys(ACTS) as ActName[];
const ALL = NAMES.flatMap((one, index) => NAMES.slice(index).map((other) => [one, other] as const));
/** `npm test` races one pair in four, others each day. */
const PAIRS = runsAll ? ALL : ALL.filter((_, index) => (index + daySeed) % 4 === 0);
/** One more than stand when a race begins, so that of two who register one meets the cap (D:K15). */
const MAX_ENDPOINTS = 2;

withWebhooks(
  `two writes of webhooks at the same time (SHAON_TEST_SEED=${daySeed})`,
  (test) => {
    for (const [one, other] of PAIRS) {
      it(`${one} beside ${other}`, async () => {
        const raced = await prepare(test, [one, other]);
        const order = [one, other, one, other];
        const outcomes = await Promise.allSettled(order.map((name) => ACTS[name].run(raced)));
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') continue;
          const name = order[index] as ActName;
          const isAllowed = mayBeRefused(name, name === one ? other : one, outcome.reason.code);
          expect(isAllowed, `${name}: ${outcome.reason.code} ${outcome.reason}`).to.equal(true);
        }
        const { database } = test.core.extension;
        // What an endpoint's switch and a change of the same moment leave behind is put right by the running sender.
        const sqlClock = sqlClockOf(database.dialect, test.clock);
        await repairDeliveries({ database, sqlClock, options: resolveWebhooksOptions({}) });
        await assertInvariants(raced);
        expect((await test.webhooks.endpoints.list(test.company)).length, 'endpoints').to.be.at.most(MAX_ENDPOINTS);
      });
    }
  },
  // Retention removes what was over before the race.
  { maxEndpoints: MAX_ENDPOINTS, keepSucceededDays: 0, keepFailedDays: 0 },
);

/** An endpoint of its own with one delivery that failed, one that succeeded and one that is due. */
async function prepare(test: WebhooksTest, names: readonly ActName[]): Promise<Raced> {
  const { core, webhooks, company, clock } = test;
  const { url } = test.receiver;
  for (const { id } of await webhooks.endpoints.list(company)) await webhooks.endpoints.remove(company, id);
  const { endpoint } = await webhooks.endpoints.register(company, { url, events: ['employee.created'] });
  if (names.includes('switch secret')) await webhooks.endpoints.rotateSecret(company, endpoint.id);
  const queuedFrom = clock.now();
  const events = { companyId: company.companyId, endpoints: [endpoint.id], count: 1 };
  await history(core, events);
  await queue(core, events);
  await failAll(test, endpoint.id);
  await queue(core, events);
  const { items } = await webhooks.deliveries.list(
    company,
    { endpointId: endpoint.id, state: 'failed' },
    { page: 1, per_page: 1 },
  );
  clock.advance(1_000);
  return { core, webhooks, company, endpointId: endpoint.id, deliveryId: items[0]!.id, url, queuedFrom };
}

async function failAll({ core }: WebhooksTest, endpointId: number): Promise<void> {
  await core.extension.database.writeAllCompanies('test.fail', {}, (all) =>
    all.run(
      rawSql(`UPDATE "shaon_webhook_delivery" SET state = 'failed', due_at = NULL, finished_at = created_at
        WHERE endpoint_id = $1 AND state = 'pending'`),
      [endpointId],
    ),
  );
}

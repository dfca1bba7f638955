import { createCore, systemActor } from '@shaon/core';
import { createTestDatabase, type Dialect, testedDialects } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, until } from '../support.ts';

/** SPEC 6, Delivery: the first of them. All of the schedule by a fake clock is in deliveries/delivery.test.ts. */
const WAITS_MS = [10_000, 30_000].slice(0, proofSize('SHAON_REAL_WAITS', 1, 2));
/** A poll, and what a busy machine takes; that it is not sooner is what is exact. */
const LATE_MS = 15_000;

describe(`the first ${WAITS_MS.length} waits of the schedule in real time`, () => {
  let authority: Authority;
  before(async () => {
    authority = await createAuthority();
  });

  it('pass between the attempts, each from the end of the one before', async function () {
    this.timeout(60_000 + WAITS_MS.length * 60_000);
    // Both databases at the same time: waiting needs no processor.
    await Promise.all(testedDialects().map((dialect) => waitOn(dialect, authority)));
  });
});

async function waitOn(dialect: Dialect, authority: Authority): Promise<void> {
  const database = await createTestDatabase(dialect, { migrate: migrateAll });
  const receiver = await startReceiver(await authority.issue());
  receiver.behave(answer(503));
  const core = await createCore({ database: database.connection, keys: TEST_KEYS });
  // Everything but the address list is as it comes.
  const { allow, extraCa } = loopback(authority);
  const webhooks = await createWebhooks(core, { allow, extraCa } as Parameters<typeof createWebhooks>[1]);
  try {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.created'] });
    await webhooks.start();
    await hire({ core, company });
    const total = WAITS_MS.reduce((sum, wait) => sum + wait + LATE_MS, 0);
    await until(() => receiver.requests.length === WAITS_MS.length + 1, total + LATE_MS);
    const times = receiver.requests.map((request) => request.receivedAt);
    const gaps = WAITS_MS.map((_, index) => times[index + 1]! - times[index]!);
    const [delivery] = (await webhooks.deliveries.list(company, {}, { page: 1, per_page: 1 })).items;
    const attempts = await webhooks.deliveries.attempts(company, delivery!.id);
    for (const [index, wait] of WAITS_MS.entries()) {
      expect(gaps[index], `${dialect}: between the requests`).to.be.within(wait, wait + LATE_MS);
      const { finishedAt, nextDueAt } = attempts[index]!;
      expect(nextDueAt!.getTime() - finishedAt!.getTime(), `${dialect}: as written down`).to.equal(wait);
    }
    tell('SHAON_REAL_WAITS', { [`ms between the requests on ${dialect}`]: gaps.join(' and ') });
  } finally {
    await webhooks.stop(0);
    await core.close();
    await receiver.close();
    await database.drop();
  }
}

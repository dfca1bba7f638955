import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { queue } from '../queued.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, until } from '../support.ts';

/** Deliveries that are due for an endpoint that never answers. */
const BACKLOG = proofSize('SHAON_BACKLOG', 2_000);
const IS_LONG = BACKLOG >= 100_000;
const HEALTHY = 49;
/** Changes, each an event to every healthy endpoint: one by one, as they happen. */
const CHANGES = IS_LONG ? 60 : 5;
const MAX_INFLIGHT = 5;

onEachDatabase(
  `a black hole with ${BACKLOG} due beside ${HEALTHY} healthy endpoints`,
  { migrate: migrateAll },
  (database) => {
    let core: Core;
    let webhooks: Webhooks;
    let hole: TlsReceiver;
    let receiver: TlsReceiver;
    let company: SystemActor;

    before(async function () {
      this.timeout(60_000 + BACKLOG);
      const authority = await createAuthority();
      receiver = await startReceiver(await authority.issue());
      hole = await startReceiver(await authority.issue());
      hole.behave(() => {});
      core = await createCore({ database: database.connection(), keys: TEST_KEYS });
      webhooks = await createWebhooks(core, {
        ...loopback(authority),
        // The short form is a matter of order: no attempt to the hole ends while it runs. The long one is as it comes.
        deadlineMs: IS_LONG ? 10_000 : 60_000,
        maxEndpoints: HEALTHY + 1,
      });
      company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
      const register = (url: string, events: ['employee.updated'] | ['leave_request.approved']) =>
        webhooks.endpoints.register(company, { url, events, max_inflight: MAX_INFLIGHT });
      const { endpoint } = await register(hole.url, ['leave_request.approved']);
      for (let number = 0; number < HEALTHY; number++)
        await register(`${receiver.url}/${number}`, ['employee.updated']);
      await queue(core, { companyId: company.companyId, endpoints: [endpoint.id], count: BACKLOG });
      await webhooks.start();
      await until(() => hole.requests.length === MAX_INFLIGHT, 20_000);
    });

    after(async () => {
      await webhooks?.stop(0);
      await core?.close();
      await receiver?.close();
      await hole?.close();
    });

    it('does not keep them waiting', async function () {
      this.timeout(120_000);
      const employee = await hire({ core, company });
      const delays: number[] = [];
      receiver.behave((socket, request) => {
        const changedAt = Number(JSON.parse(request.body.toString()).data.name);
        delays.push(request.receivedAt - changedAt);
        answer(200)(socket, request);
      });
      for (let change = 0; change < CHANGES; change++) {
        await core.employees.update(company, employee, { name: String(Date.now()) });
        await until(() => delays.length >= (IS_LONG ? change - 2 : change + 1) * HEALTHY, 30_000);
        // In the long form at a pace of five changes a second, about 250 deliveries.
        if (IS_LONG) await new Promise((resolve) => setTimeout(resolve, 200));
      }
      await until(() => delays.length === CHANGES * HEALTHY, 30_000);
      if (!IS_LONG)
        expect(hole.requests, 'attempts to the hole, none of which has ended').to.have.lengthOf(MAX_INFLIGHT);
      delays.sort((one, other) => one - other);
      const [median, p99] = [0.5, 0.99].map((share) => delays[Math.ceil(delays.length * share) - 1]!);
      const { due } = await webhooks.backlog();
      tell('SHAON_BACKLOG', {
        'still due': due,
        'healthy deliveries': delays.length,
        'ms from commit to receipt (median)': median!,
        'ms (p99)': p99!,
      });
      expect(due, 'still due for the hole').to.be.greaterThan(BACKLOG / 2);
      if (IS_LONG) expect(p99, 'p99, ms').to.be.below(1_000);
    });
  },
);

import { AllCompanies, type SqlValue } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type ClaimParts, claim, claimDue } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { SUCCESS } from '../attempt-results.ts';
import { queue } from '../queued.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { loopback, until, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

/** More than a claim walks through, several times over. */
const ENDPOINTS = 450;
/** More than a claim looks at. */
const BACKLOG = 300;
const MAX_INFLIGHT = 2;
/** As many as a claim reads to find endpoints. */
const IN_FLIGHT = 200;
/** Endpoints whose deliveries are due much later. More than a claim walks through. */
const PATIENT = 200;
const WAITING_MS = 3_600_000;
const TITLE = `with ${ENDPOINTS} endpoints that have something open`;

withWebhooks(
  TITLE,
  (test) => {
    let worker: ClaimParts & RecordParts;
    let hole: number;
    let others: number[];

    before(async function () {
      this.timeout(120_000);
      const { database } = test.core.extension;
      worker = workerParts(test.core, loopback(test.authority));
      const register = async (path: string) => {
        const url = `${test.receiver.url}/${path}`;
        const endpoint = { url, events: ['leave_request.approved'] as const, max_inflight: MAX_INFLIGHT };
        return (await test.webhooks.endpoints.register(test.company, endpoint)).endpoint.id;
      };
      hole = await register('hole');
      others = [];
      for (let number = 0; number < ENDPOINTS; number++) others.push(await register(`${number}`));
      // The oldest of all that is due is for one endpoint, and more than one claim looks at.
      await queue(test.core, { companyId: test.company.companyId, endpoints: [hole], count: BACKLOG });
      test.clock.advance(1_000);
      await queue(test.core, { companyId: test.company.companyId, endpoints: others, count: 1 });
      await dueLater(others[PATIENT] as number);
      await database.writeAllCompanies('test.analyze', {}, (all) => all.run(rawSql('ANALYZE')));
    });

    /** Makes what is queued to endpoints before one due much later. The backlog's endpoint is the first of all. */
    const dueLater = (before: number) =>
      test.core.extension.database.writeAllCompanies('test.due', {}, (all) =>
        all.run(
          rawSql(`UPDATE "shaon_webhook_delivery" SET due_at = $1
          WHERE endpoint_id > $2 AND endpoint_id < $3 AND due_at IS NOT NULL`),
          [new Date(test.clock.now().getTime() + WAITING_MS), hole, before],
        ),
      );

    const endAll = () =>
      test.core.extension.database.writeAllCompanies('test.end', {}, (all) =>
        all.run(
          rawSql(`UPDATE "shaon_webhook_delivery" SET due_at = NULL, state = 'cancelled', finished_at = created_at
            WHERE due_at IS NOT NULL`),
        ),
      );

    it('each of them has its turn beside one with a backlog and others that wait', async function () {
      this.timeout(60_000);
      const first = await claim(worker, 50);
      expect(new Set(first.claimed.map(({ endpointId }) => endpointId))).to.include(hole);
      const reached = new Set(first.claimed.map(({ endpointId }) => endpointId));
      // The room of the backlog's endpoint is never free: what is claimed for it stays on its way.
      let after = first.stoppedAt;
      for (let claims = 1; claims < 20 && reached.size < ENDPOINTS - PATIENT + 1; claims++) {
        const found = await claim(worker, 50, { after: after ?? 0 });
        for (const { endpointId } of found.claimed) reached.add(endpointId);
        const results = found.claimed.filter(({ endpointId }) => endpointId !== hole);
        await recordFinished(
          worker,
          results.map((claimed) => ({ claimed, result: SUCCESS })),
        );
        after = found.stoppedAt;
      }
      expect(reached.size, 'endpoints that had a delivery claimed').to.equal(ENDPOINTS - PATIENT + 1);
    });

    it('the sender reaches the last of them in far less than its poll', async function () {
      this.timeout(60_000);
      await test.webhooks.stop();
      test.receiver.behave((socket, request) => {
        // The backlog's endpoint does not answer.
        if (!request.path.endsWith('/hole')) answer(200)(socket, request);
      });
      const last = others.at(-1) as number;
      await queue(test.core, { companyId: test.company.companyId, endpoints: [last], count: 1 });
      test.receiver.requests.length = 0;
      await test.webhooks.start();
      try {
        await until(() => test.receiver.requests.some(({ path }) => path.endsWith(`/${ENDPOINTS - 1}`)), 5_000);
      } finally {
        await test.webhooks.stop(0);
      }
    });

    it('a claim with nothing due looks at none of those that wait', async function () {
      this.timeout(60_000);
      if (test.database.type === 'sqlite') return; // it counts no pages; both have the same statement for it
      await endAll();
      await queue(test.core, { companyId: test.company.companyId, endpoints: others, count: 1 });
      await dueLater((others.at(-1) as number) + 1);
      await test.core.extension.database.writeAllCompanies('test.vacuum', {}, (all) => all.run(rawSql('ANALYZE')));
      // A look marks dead what has been claimed since the last vacuum, once nothing that still runs may see it.
      await until(async () => {
        expect(await claimDue(worker, 10)).to.deep.equal([]);
        return (await pagesOfClaim(worker)) < 100;
      }, 30_000);
    });

    it('a claim takes what is due at once, however many deliveries are on their way elsewhere', async function () {
      this.timeout(60_000);
      await endAll();
      const slow = others.slice(0, IN_FLIGHT);
      const last = others.at(-1) as number;
      await queue(test.core, { companyId: test.company.companyId, endpoints: slow, count: 1 });
      expect(await claimDue(worker, IN_FLIGHT)).to.have.lengthOf(IN_FLIGHT);
      await queue(test.core, { companyId: test.company.companyId, endpoints: [last], count: 1 });
      expect((await claim(worker, 10)).claimed.map(({ endpointId }) => endpointId)).to.deep.equal([last]);
    });
  },
  { maxEndpoints: ENDPOINTS + 1, pollMs: 60_000 },
);

/** The pages that a claim reads on PostgreSQL, by the plan that it gets whatever its parameters. */
async function pagesOfClaim(worker: ClaimParts): Promise<number> {
  let claimed: { text: string; values: readonly SqlValue[] } | undefined;
  const { run } = AllCompanies.prototype;
  AllCompanies.prototype.run = function (statement, values = []) {
    claimed = { text: statement.text, values };
    return run.call(this, statement, values);
  };
  try {
    await claim(worker, 10);
  } finally {
    AllCompanies.prototype.run = run;
  }
  const literals = claimed?.values.map((value) =>
    value instanceof Date
      ? `'${value.toISOString()}'`
      : Array.isArray(value)
        ? `'{${value.join(',')}}'`
        : String(value),
  );
  return worker.database.writeAllCompanies('test.explain', {}, async (all) => {
    await all.run(rawSql('SET LOCAL plan_cache_mode = force_generic_plan'));
    await all.run(rawSql(`PREPARE explained AS ${claimed?.text}`));
    const [row] = await all.run(rawSql(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained(${literals})`));
    await all.run(rawSql('DEALLOCATE explained'));
    const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  });
}

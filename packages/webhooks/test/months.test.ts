import { partitionCore } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { partitionWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { proofSize, tell } from './proof.ts';
import { history, queue } from './queued.ts';
import { answer } from './receiver/tls-receiver.ts';
import { type WebhooksTest, withWebhooksByMonth, withWebhooksOnPostgres } from './support.ts';

const DAY_MS = 86_400_000;
const ATTEMPTS = proofSize('SHAON_ATTEMPTS', 1_000);
/** More in one statement would run into the time limit of statements. */
const BATCH = 50_000;
const EARLY = new Date('2026-02-27T12:00:00Z');

const run = (test: WebhooksTest, text: string) =>
  test.core.extension.database.writeAllCompanies('test', {}, (all) => all.rows(rawSql(text)));

async function months(test: WebhooksTest): Promise<string[]> {
  const rows = await run(
    test,
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'shaon_webhook_attempt'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name).slice('shaon_webhook_attempt_'.length));
}

async function register(test: WebhooksTest): Promise<number> {
  const { endpoint } = await test.webhooks.endpoints.register(test.company, {
    url: test.receiver.url,
    events: ['employee.created'],
  });
  return endpoint.id;
}

async function pastAttempts(test: WebhooksTest, endpoint: number, count: number): Promise<void> {
  const { companyId } = test.company;
  for (let left = count; left > 0; left -= BATCH) {
    await history(test.core, { companyId, endpoints: [endpoint], count: Math.min(left, BATCH) });
  }
}

withWebhooksOnPostgres(`${ATTEMPTS} attempts that are put into partitions by month`, (test) => {
  it('keep their rows, their deliveries and the key to them', async function () {
    this.timeout(60_000 + ATTEMPTS);
    const endpoint = await register(test);
    test.clock.set(EARLY);
    await pastAttempts(test, endpoint, ATTEMPTS / 2);
    test.clock.advance(3 * DAY_MS);
    await pastAttempts(test, endpoint, ATTEMPTS / 2);
    const SUMS =
      'SELECT COUNT(*)::int AS rows, SUM(id)::text AS ids, SUM(delivery_id)::text AS deliveries FROM shaon_webhook_attempt';
    const before = await run(test, SUMS);
    expect(before[0]).to.have.property('rows', ATTEMPTS);
    const now = test.clock.now();
    // The audit beforehand, so that both conversions meet a database in between.
    await partitionCore(test.database.connection(), { now });
    const begun = performance.now();
    expect(await partitionWebhooks(test.database.connection(), { now })).to.deep.equal(['shaon_webhook_attempt']);
    tell('SHAON_ATTEMPTS', { attempts: ATTEMPTS, 'ms for the conversion': Math.round(performance.now() - begun) });
    expect(await run(test, SUMS)).to.deep.equal(before);
    expect(await months(test)).to.deep.equal(['2026_02', '2026_03', '2026_04', '2026_05', '2026_06', 'default']);
    const constraints = await run(
      test,
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
        WHERE conrelid = 'shaon_webhook_attempt'::regclass AND contype IN ('p', 'u', 'f') ORDER BY conname`,
    );
    expect(constraints.map(({ text }) => text)).to.deep.equal([
      'FOREIGN KEY (company_id, delivery_id) REFERENCES shaon_webhook_delivery(company_id, id) ON DELETE RESTRICT',
      'UNIQUE (delivery_id, number, started_at)',
      'PRIMARY KEY (id, started_at)',
    ]);
  });
});

withWebhooksByMonth('attempts', (test) => {
  it('go on over a month’s end, and their month is dropped when its last delivery is gone', async function () {
    this.timeout(30_000);
    const endpoint = await register(test);
    test.clock.set('2026-02-28T23:59:30.000Z');
    await test.webhooks.prune();
    expect(await months(test)).to.include.members(['2026_02', '2026_03', '2026_05']);
    await queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint], count: 1 });
    test.receiver.behave(answer(500));
    await test.webhooks.drainOnce();
    test.clock.set('2026-03-01T00:30:00.000Z');
    test.receiver.behave(answer(200));
    await test.webhooks.drainOnce();
    const { items } = await test.webhooks.deliveries.list(test.company, {}, { page: 1, per_page: 1 });
    const attempts = await test.webhooks.deliveries.attempts(test.company, items[0]!.id);
    expect(attempts.map(({ number, startedAt }) => [number, startedAt.toISOString().slice(0, 7)])).to.deep.equal([
      [1, '2026-02'],
      [2, '2026-03'],
    ]);

    test.clock.set('2026-03-20T00:00:00.000Z');
    await test.webhooks.prune();
    expect(await months(test), 'a delivery still has an attempt of it').to.include('2026_02');
    test.clock.set('2026-04-10T00:00:00.000Z');
    await Promise.all([test.webhooks.prune(), test.webhooks.prune()]);
    expect(await months(test)).not.to.include('2026_02');
    expect(await months(test)).not.to.include('2026_03');
    expect(await months(test)).to.include.members(['2026_04', '2026_07', 'default']);
  });
});

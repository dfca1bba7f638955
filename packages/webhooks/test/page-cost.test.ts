import type { SystemActor } from '@shaon/core';
import { CompanyScope, type RawRow, type SqlValue } from '@shaon/core/extension';
import { rawSql } from '@shaon/testing';
import type { DeliveryFilter } from '@shaon/webhooks';
import { expect } from 'chai';
import { proofSize, tell } from './proof.ts';
import { history } from './queued.ts';
import { withWebhooks } from './support.ts';

const LISTED = proofSize('SHAON_LISTED', 20_000);
/** Of CPU for what a page reads. */
const MOST_MS = 50;
const PAGE = { page: 1, per_page: 50 };

withWebhooks(`with ${LISTED} deliveries`, (test) => {
  let company: SystemActor;
  let endpointId: number;

  before(async function () {
    this.timeout(60_000 + LISTED);
    company = test.company;
    const endpoints: number[] = [];
    for (let number = 0; number < 3; number++) {
      const url = `${test.receiver.url}${number}`;
      const { endpoint } = await test.webhooks.endpoints.register(company, { url, events: ['employee.created'] });
      endpoints.push(endpoint.id);
    }
    endpointId = endpoints[0]!;
    const { companyId } = company;
    await history(test.core, {
      companyId,
      endpoints: [endpointId],
      count: LISTED * 0.8,
      body: `{"x":"${'x'.repeat(200)}"}`,
    });
    await history(test.core, { companyId, endpoints: endpoints.slice(1), count: LISTED * 0.1 });
    const { database } = test.core.extension;
    const day = database.dialect === 'postgres' ? `* interval '1 day'` : '* 86400000';
    // Spread over fourteen days, one in twenty failed, three types.
    await database.writeAllCompanies('test.spread', {}, async (all) => {
      await all.rows(
        rawSql(`UPDATE "shaon_webhook_delivery" SET finished_at = finished_at - (id % 14) ${day},
        created_at = created_at - (id % 14) ${day}, attempts = 1 + id % 2, last_status = 200,
        event_type = CASE WHEN id % 2 = 0 THEN 'attendance.clocked_in' ELSE event_type END`),
      );
      await all.rows(
        rawSql(`UPDATE "shaon_webhook_delivery" SET state = 'failed', last_status = 503 WHERE id % 20 = 0`),
      );
      await all.rows(rawSql('ANALYZE'));
    });
    // A sender at work vacuums by itself; here it is due at once.
    if (database.dialect === 'postgres')
      await database.appendAllCompanies('test.vacuum', (all) => all.rows(rawSql('VACUUM')));
  });

  const filters: readonly (readonly [string, () => DeliveryFilter])[] = [
    ['of everything', () => ({})],
    ['of an endpoint', () => ({ endpointId })],
    ['of what failed at an endpoint', () => ({ endpointId, state: 'failed' })],
    ['of an event', () => ({ eventType: 'attendance.clocked_in' })],
    ['of an event that there is not', () => ({ eventType: 'leave_request.approved' })],
    ['of a status', () => ({ status: '5xx' })],
    ['of a time', () => ({ from: new Date(test.clock.now().getTime() - 5 * 86_400_000), until: test.clock.now() })],
    [
      'of everything at once',
      () => ({ endpointId, state: 'succeeded', eventType: 'attendance.clocked_in', status: '2xx', from: new Date(0) }),
    ],
  ];
  for (const [name, filter] of filters) {
    it(`the list ${name} takes little CPU, its last page too`, async () => {
      const first = await cheapest(() => test.webhooks.deliveries.list(company, filter(), PAGE));
      const { total } = await test.webhooks.deliveries.list(company, filter(), PAGE);
      const page = Math.max(1, Math.ceil(total / PAGE.per_page));
      const last = await cheapest(() => test.webhooks.deliveries.list(company, filter(), { ...PAGE, page }));
      tell('SHAON_LISTED', { deliveries: total, 'ms for the first page': first, 'ms for the last': last });
      expect(first).to.be.below(MOST_MS);
      expect(last).to.be.below(MOST_MS);
    });
  }

  it("an endpoint's health, and that of all, take little CPU", async () => {
    const one = await cheapest(() => test.webhooks.endpoints.health(company, endpointId));
    const all = await cheapest(() => test.webhooks.endpoints.healthOfAll(company));
    const replays = await cheapest(() => test.webhooks.deliveries.replays(company, endpointId));
    tell('SHAON_LISTED', { 'ms for the health of one': one, 'of all': all, 'for replays': replays });
    for (const taken of [one, all, replays]) expect(taken).to.be.below(MOST_MS);
  });

  it('counting what failed in a day takes little CPU', async () => {
    const from = new Date(test.clock.now().getTime() - 86_400_000);
    const taken = await cheapest(() => test.webhooks.deliveries.countReplay(company, endpointId, { from }));
    tell('SHAON_LISTED', { 'ms to count a replay': taken });
    expect(taken).to.be.below(MOST_MS);
  });

  it('no page reads all deliveries by their rows on SQLite', async () => {
    if (test.database.type !== 'sqlite') return; // PostgreSQL chooses by statistics, and reads in a process of its own
    for (const [, filter] of filters) {
      for (const { text, values } of await statementsOf(() => test.webhooks.deliveries.list(company, filter(), PAGE))) {
        const plan = await test.core.extension.database.writeAllCompanies('test.explain', {}, (all) =>
          all.rows(rawSql(`EXPLAIN QUERY PLAN ${text}`), values),
        );
        const details = plan.map((row) => String(row.detail));
        expect(
          details.filter((detail) => /^SEARCH d USING INDEX/.test(detail) && !/delivery_list_idx/.test(detail)),
        ).to.deep.equal([]);
        expect(details.join('\n')).to.contain('shaon_webhook_delivery_list_idx');
      }
    }
  });
});

/** Milliseconds of CPU that the cheapest of some runs takes this process: not what the machine does beside it. */
async function cheapest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return Math.round(best * 10) / 10;
}

async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: readonly SqlValue[] }[]> {
  const seen: { text: string; values: readonly SqlValue[] }[] = [];
  const { rows } = CompanyScope.prototype;
  CompanyScope.prototype.rows = function (statement, values: readonly SqlValue[] = []) {
    seen.push({ text: statement.text, values: [this.companyId, ...values] });
    return rows.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    CompanyScope.prototype.rows = rows;
  }
  return seen;
}

import type { SystemActor } from '@shaon/core';
import { CompanyScope, type RawRow, type SqlValue } from '@shaon/core/storage';
import { countVisits, rawSql, type VisitCounter } from '@shaon/testing';
import type { DeliveryFilter } from '@shaon/webhooks';
import { expect } from 'chai';
import { proofSize, tell } from './proof.ts';
import { history } from './queued.ts';
import { withWebhooks } from './support.ts';

const LISTED = proofSize('SHAON_LISTED', 20_000);
const PAGE = { page: 1, per_page: 50 };
/**
 * The total and the page may each look at every delivery in an index; then the page's rows are read by their ids.
 * PostgreSQL's kept plan does not know how few these are, and may look at every delivery once more to find them.
 */
const MOST_OF_LIST = { sqlite: 2 * LISTED + 2 * PAGE.per_page, postgres: 3 * LISTED };
/** A delivery counts for the week, for its day, and when it succeeded also for those that needed a second attempt. */
const MOST_OF_HEALTH = 3 * LISTED;
/** A fourteenth of the deliveries ended in a day, and one in twenty failed; each is read with its event. */
const MOST_OF_A_DAYS_FAILED = LISTED / 50;

withWebhooks(`with ${LISTED} deliveries`, (test) => {
  let company: SystemActor;
  let endpointId: number;
  let counter: VisitCounter;

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
      await all.run(
        rawSql(`UPDATE "shaon_webhook_delivery" SET finished_at = finished_at - (id % 14) ${day},
        created_at = created_at - (id % 14) ${day}, attempts = 1 + id % 2, last_status = 200,
        event_type = CASE WHEN id % 2 = 0 THEN 'attendance.clocked_in' ELSE event_type END`),
      );
      await all.run(
        rawSql(`UPDATE "shaon_webhook_delivery" SET state = 'failed', last_status = 503 WHERE id % 20 = 0`),
      );
      await all.run(rawSql('ANALYZE'));
    });
    // A sender at work vacuums by itself; here it is due at once.
    if (database.dialect === 'postgres') await database.autocommit('test.vacuum').run(rawSql('VACUUM'));
    counter = await countVisits(test.database.connection());
  });
  after(() => counter?.close());

  /** The numbers of statements, and of rows that they look at. */
  async function workOf(read: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
    const seen = await statementsOf(read);
    let rows = 0;
    for (const { text, values } of seen) rows += await counter.visited(text, values);
    return { statements: seen.length, rows };
  }

  const filters: readonly (readonly [string, () => DeliveryFilter])[] = [
    ['of everything', () => ({})],
    ['of an endpoint', () => ({ endpointId })],
    ['of what failed at an endpoint', () => ({ endpointId, state: 'failed' })],
    ['of what was replayed to an endpoint', () => ({ endpointId, trigger: 'replay' })],
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
    it(`the list ${name} is one statement and looks at each delivery two or three times at most, on its last page too`, async () => {
      const first = await workOf(() => test.webhooks.deliveries.list(company, filter(), PAGE));
      const { total } = await test.webhooks.deliveries.list(company, filter(), PAGE);
      const page = Math.max(1, Math.ceil(total / PAGE.per_page));
      const last = await workOf(() => test.webhooks.deliveries.list(company, filter(), { ...PAGE, page }));
      tell('SHAON_LISTED', {
        deliveries: total,
        'rows for the first page': first.rows,
        'rows for the last': last.rows,
      });
      expect([first.statements, last.statements]).to.deep.equal([1, 1]);
      expect(Math.max(first.rows, last.rows)).to.be.at.most(MOST_OF_LIST[test.database.type]);
    });
  }

  it("an endpoint's health, and that of all, look at each delivery of some days", async () => {
    const one = await workOf(() => test.webhooks.endpoints.health(company, endpointId));
    const all = await workOf(() => test.webhooks.endpoints.healthOfAll(company));
    tell('SHAON_LISTED', { 'rows for the health of one': one.rows, 'of all': all.rows });
    expect([one, all].map(({ statements }) => statements)).to.deep.equal([5, 1]);
    expect(one.rows).to.be.at.most(MOST_OF_HEALTH);
    expect(all.rows).to.be.at.most(LISTED);
  });

  it('counting what failed in a day looks at that alone', async () => {
    const from = new Date(test.clock.now().getTime() - 86_400_000);
    const { statements, rows } = await workOf(() => test.webhooks.deliveries.countReplay(company, endpointId, from));
    tell('SHAON_LISTED', { 'rows to count a replay': rows });
    expect(statements).to.equal(1);
    expect(rows).to.be.at.most(MOST_OF_A_DAYS_FAILED);
  });

  it('no page reads all deliveries by their rows on SQLite', async () => {
    if (test.database.type !== 'sqlite') return; // PostgreSQL chooses by statistics, and reads in a process of its own
    for (const [, filter] of filters) {
      for (const { text, values } of await statementsOf(() => test.webhooks.deliveries.list(company, filter(), PAGE))) {
        const plan = await test.core.extension.database.writeAllCompanies('test.explain', {}, (all) =>
          all.run(rawSql(`EXPLAIN QUERY PLAN ${text}`), values),
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

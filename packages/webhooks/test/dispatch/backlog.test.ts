import { AllCompanies, type RawRow, type SqlValue } from '@shaon/core/storage';
import { countVisits, rawSql, type VisitCounter } from '@shaon/testing';
import { expect } from 'chai';
import { type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { queue } from '../queued.ts';
import { loopback, withWebhooks } from '../support.ts';

const DUE = 2_000;
const ENDPOINTS = 3;
const MAX_INFLIGHT = 5;
/** One endpoint at least has room. */
const IN_FLIGHT = ENDPOINTS * MAX_INFLIGHT - 1;
/**
 * Each endpoint, what is in flight to it, and its deliveries up to the oldest free one. For each of these PostgreSQL may
 * read all that is in flight while that is little.
 */
const MOST = ENDPOINTS * (3 + MAX_INFLIGHT + (MAX_INFLIGHT + 1) * (1 + IN_FLIGHT));

withWebhooks(`beside ${ENDPOINTS * DUE} due deliveries`, (test) => {
  let counter: VisitCounter;

  before(async () => {
    const { database } = test.core.extension;
    const endpoints: number[] = [];
    for (let number = 0; number < ENDPOINTS; number++) {
      const { endpoint } = await test.webhooks.endpoints.register(test.company, {
        url: `${test.receiver.url}/${number}`,
        events: ['employee.created'],
        max_inflight: MAX_INFLIGHT,
      });
      endpoints.push(endpoint.id);
    }
    await queue(test.core, { companyId: test.company.companyId, endpoints, count: DUE });
    const sender: ClaimParts = {
      database,
      sqlClock: sqlClockOf(database.dialect, test.clock),
      options: resolveWebhooksOptions(loopback(test.authority)),
    };
    expect(await claimDue(sender, IN_FLIGHT)).to.have.lengthOf(IN_FLIGHT);
    await database.writeAllCompanies('test.analyze', {}, (all) => all.run(rawSql('ANALYZE')));
    counter = await countVisits(test.database.connection());
  });
  after(() => counter?.close());

  it('the health for probes looks at few rows', async () => {
    const [statement] = await statementsOf(() => test.webhooks.health());
    const { text, values } = statement!;
    expect(await counter.visited(text, values)).to.be.within(1, MOST);
  });

  it('the backlog for metrics, which counts them, is a long reading', async () => {
    const { database } = test.core.extension;
    const kinds: unknown[] = [];
    const { allCompanies } = database;
    database.allCompanies = (reading) => {
      kinds.push(reading?.kind);
      return allCompanies.call(database, reading);
    };
    try {
      expect(await test.webhooks.backlog()).to.include({ due: ENDPOINTS * DUE - IN_FLIGHT });
    } finally {
      database.allCompanies = allCompanies;
    }
    expect(kinds).to.deep.equal(['long']);
  });
});

async function statementsOf(
  work: () => Promise<unknown>,
): Promise<{ readonly text: string; readonly values: readonly SqlValue[] }[]> {
  const seen: { readonly text: string; readonly values: readonly SqlValue[] }[] = [];
  const { run } = AllCompanies.prototype;
  AllCompanies.prototype.run = function (statement, values: readonly SqlValue[] = []) {
    seen.push({ text: statement.text, values });
    return run.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    AllCompanies.prototype.run = run;
  }
  return seen;
}

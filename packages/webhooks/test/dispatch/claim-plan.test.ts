import type { Core } from '@shaon/core';
import { AllCompanies, type RawRow, type SqlValue } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { readBacklog, readOldestSendableMs } from '../../src/dispatch/backlog.ts';
import { type ClaimParts, claimDue } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { repairDeliveries } from '../../src/dispatch/repair-deliveries.ts';
import { hire } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { history, queue } from '../queued.ts';
import { loopback, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const HISTORY = proofSize('SHAON_HISTORY', 20_000, 100_000);
const ENDPOINTS = 4;
const DUE = 100;
/** Tables that grow with what has been sent. */
const GROWING = ['shaon_webhook_delivery', 'shaon_webhook_attempt', 'shaon_webhook_event'];

/** In the index by due time, PostgreSQL finds the deliveries of one endpoint past those of all others. */
const ONE_AMONG_ALL = /shaon_webhook_delivery_due_at_endpoint_id_idx.*\n\s*Index Cond: .*endpoint_id =/;

const isClaim = (text: string): boolean => text.includes("SET state = 'in_flight'");

interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

withWebhooks(`with ${HISTORY} deliveries of the past`, (test) => {
  let worker: ClaimParts & RecordParts;

  before(async function () {
    this.timeout(60_000 + HISTORY);
    const { database } = test.core.extension;
    worker = workerParts(test.core, loopback(test.authority));
    const endpoints: number[] = [];
    for (let number = 0; number < ENDPOINTS; number++) {
      const url = `${test.receiver.url}/${number}`;
      const { endpoint } = await test.webhooks.endpoints.register(test.company, { url, events: ['employee.created'] });
      endpoints.push(endpoint.id);
    }
    const { companyId } = test.company;
    await history(test.core, { companyId, endpoints, count: HISTORY / ENDPOINTS });
    await queue(test.core, { companyId, endpoints, count: DUE });
    await database.writeAllCompanies('test.analyze', {}, (all) => all.run(rawSql('ANALYZE')));
  });

  it('no statement of the sender reads them', async function () {
    this.timeout(60_000 + HISTORY);
    const past = await counted(test.core);
    expect(past).to.equal(HISTORY + ENDPOINTS * DUE);
    const statements = await statementsOf(async () => {
      const claimed = await claimDue(worker, 10);
      expect(claimed).to.have.lengthOf(10);
      await recordFinished(
        worker,
        claimed.map((each, index) => ({
          claimed: each,
          result: {
            outcome: index % 2 === 0 ? 'success' : 'server_error',
            status: index % 2 === 0 ? 200 : 500,
            errorCode: null,
            durationMs: 1,
            remoteAddress: '127.0.0.1',
            excerpt: '',
          },
        })),
      );
      // Some that another worker had and lost, so that what mends them is asked as well.
      await claimDue(worker, 10);
      test.clock.advance(worker.options.leaseMs);
      await claimDue(worker, 10);
      await readBacklog(worker.database.allCompanies(), worker.sqlClock);
      await readOldestSendableMs(worker.database.allCompanies(), worker.sqlClock);
      // What is written with every change, and what runs beside the sender every 30 seconds and every few hours.
      await hire(test);
      await test.webhooks.prune();
    });
    expect(statements.length).to.be.greaterThan(6);
    // A reader refuses to explain what it would refuse to run.
    await worker.database.writeAllCompanies('test.explain', {}, async (all) => {
      for (const { text, values } of statements.filter((sent) => HAS_PLAN.test(sent.text))) {
        const plan = all.dialect === 'sqlite' ? await sqlitePlan(all, text, values) : await genericPlan(all, text);
        for (const table of GROWING) expect(plan.scanned, `${text}\n${plan.text}`).not.to.include(table);
        if (isClaim(text)) expect(plan.text, 'one endpoint sought among all').not.to.match(ONE_AMONG_ALL);
      }
    });
    const claim = statements.find(({ text }) => isClaim(text));
    expect(claim, 'the claim').not.to.equal(undefined);
  });

  it('the repair beside the sender reads neither them nor the many that wait for one endpoint', async function () {
    this.timeout(60_000 + HISTORY);
    const { database } = worker;
    const [waiting, deleted] = await test.webhooks.endpoints.list(test.company);
    await test.webhooks.endpoints.remove(test.company, deleted!.id);
    await queue(test.core, { companyId: test.company.companyId, endpoints: [waiting!.id], count: HISTORY / 4 });
    await database.writeAllCompanies('test.analyze', {}, (all) => all.run(rawSql('ANALYZE')));
    // Ends the attempts of lost workers at the deleted endpoint, so that nothing is left to be repaired.
    await repairDeliveries(worker);
    const statements = await statementsOf(() => repairDeliveries(worker));
    expect(statements).to.have.lengthOf(3);
    await database.writeAllCompanies('test.explain', {}, async (all) => {
      for (const { text, values } of statements) {
        const plan = all.dialect === 'sqlite' ? await sqlitePlan(all, text, values) : await genericPlan(all, text);
        expect(plan.scanned, `${text}\n${plan.text}`).not.to.include('shaon_webhook_delivery');
      }
    });
  });

  it('a claim takes the time of what it claims', async () => {
    if (test.database.type === 'sqlite') return; // better-sqlite3 counts no pages; the plan above is the proof
    const fresh = await counted(test.core);
    const [claim] = (await statementsOf(() => claimDue(worker, 10))).filter(({ text }) => isClaim(text));
    const pages = await pagesRead(worker, claim!);
    tell('SHAON_HISTORY', { 'deliveries in the table': fresh, 'pages (8 kB) read by a claim of 10': pages });
    // The table itself has a page for each hundred rows or less.
    expect(pages).to.be.below(2_000);
  });
});

async function counted(core: Core): Promise<number> {
  const [row] = await core.extension.database
    .allCompanies()
    .run(rawSql(`SELECT count(*) AS n FROM "shaon_webhook_delivery"`));
  return Number(row!.n);
}

/** Every statement that runs meanwhile, each text once. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen = new Map<string, Statement>();
  const { run } = AllCompanies.prototype;
  AllCompanies.prototype.run = function (statement, values: readonly SqlValue[] = []) {
    seen.set(statement.text, { text: statement.text, values });
    return run.call(this, statement, values) as Promise<RawRow[]>;
  };
  try {
    await work();
  } finally {
    AllCompanies.prototype.run = run;
  }
  return [...seen.values()];
}

/** PostgreSQL explains no statement that takes locks of tables. */
const HAS_PLAN = /^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

interface Plan {
  readonly text: string;
  /** Tables, by their names, that are read from end to end. */
  readonly scanned: readonly string[];
}

/** The plan that a prepared statement gets, whatever its parameters. */
async function genericPlan(all: AllCompanies, text: string): Promise<Plan> {
  const rows = await all.run(rawSql(`EXPLAIN (GENERIC_PLAN) ${text}`));
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  return { text: plan, scanned: [...plan.matchAll(/Seq Scan on (\w+)/g)].map((match) => match[1]!) };
}

async function sqlitePlan(all: AllCompanies, text: string, values: readonly SqlValue[]): Promise<Plan> {
  const details = (await all.run(rawSql(`EXPLAIN QUERY PLAN ${text}`), values)).map((row) => String(row.detail));
  const aliases = new Map(
    [...text.matchAll(/"(shaon_webhook_\w+)"\s+(?:AS )?(\w+)/g)].map((match) => [match[2]!, match[1]!]),
  );
  const scanned = details
    .map(
      (detail) => /^SCAN (\w+)(?! USING (COVERING )?INDEX shaon_webhook_delivery_endpoint_id_due_at)/.exec(detail)?.[1],
    )
    .filter((name) => name !== undefined)
    .map((name) => aliases.get(name) ?? name);
  return { text: details.join('\n'), scanned };
}

function literal(value: SqlValue): string {
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return Array.isArray(value) ? `'{${value.join(',')}}'` : String(value);
}

/** Pages that a statement touches by its generic plan; what it writes is rolled back. */
async function pagesRead({ database }: ClaimParts, { text, values }: Statement): Promise<number> {
  let pages = Number.NaN;
  await database
    .writeAllCompanies('test.explain', {}, async (all) => {
      await all.run(rawSql('SET LOCAL plan_cache_mode = force_generic_plan'));
      await all.run(rawSql(`PREPARE explained AS ${text}`));
      const literals = values.map(literal);
      const [row] = await all.run(
        rawSql(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained(${literals.join(', ')})`),
      );
      const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
      pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      throw new Error('rolled back');
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error;
    });
  return pages;
}

import { type Core, systemActor } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import { rawSql } from '../raw-sql.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { israeliId } from '../v1/workloads.ts';
import { companiesOf, type MadeDatabase } from './make.ts';

/** What one operation took, for each call of it. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A database with its services open in this process. */
export interface Opened {
  readonly made: MadeDatabase;
  readonly core: Core;
  readonly webhooks: Webhooks;
  /** The processes of PostgreSQL. */
  readonly databasePids: readonly number[];
  /** What the clock of its core says. */
  setNow(now: Date): void;
}

/** Runs `work`, which makes so many calls: CPU of this process and of PostgreSQL's. */
export async function costOf({ databasePids }: Opened, work: () => Promise<number>): Promise<Cost> {
  const database = () => (databasePids.length === 0 ? 0 : usageOfTrees(databasePids).cpuMs);
  const [before, own, start] = [database(), process.cpuUsage(), performance.now()];
  const calls = await work();
  const { user, system } = process.cpuUsage(own);
  const cpuMs = (user + system) / 1_000 + database() - before;
  return { cpuMs: cpuMs / calls, wallMs: (performance.now() - start) / calls };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Punches of people of companies of one size, in turn, on days behind the seeded ones. */
export async function punches(opened: Opened, people: number, round: number, now: Date, count: number): Promise<Cost> {
  const companies = companiesOf(opened.made.companies, people);
  const all = companies.flatMap((one) => Array.from({ length: people }, (_, at) => ({ one, at })));
  const perCompany = Math.ceil(count / companies.length);
  const perDay = Math.min(people, perCompany);
  const days = Math.ceil(perCompany / perDay);
  const chosen = all.filter(({ at }) => at < perDay);
  return costOf(opened, async () => {
    let calls = 0;
    for (let day = 0; day < days; day++) {
      const morning = new Date(now.getTime() + (round * days + day + 1) * DAY_MS);
      for (const [act, at] of [
        ['punchIn', morning],
        ['punchOut', new Date(morning.getTime() + 9 * HOUR_MS)],
      ] as const) {
        opened.setNow(at);
        for (const { one, at: place } of chosen) {
          await opened.core.attendance[act](systemActor(one.companyId), one.firstEmployee + place);
          calls += 1;
        }
      }
    }
    return calls;
  });
}

let hired = 0;

/** New employees of companies of one size in turn; the password hash is a constant, as in W6. */
export async function creations(opened: Opened, people: number, count: number): Promise<Cost> {
  const companies = companiesOf(opened.made.companies, people);
  return costOf(opened, async () => {
    for (let call = 0; call < count; call++) {
      const number = ++hired;
      const company = companies[call % companies.length];
      await opened.core.employees.create(systemActor(company?.companyId ?? 1), {
        name: `עובדת חדשה ${number}`,
        id_number: israeliId(10_000_000 + number),
        email: `new-${process.pid}-${number}@bench.example`,
        phone: '0501234567',
        salary_type: 'hourly',
        hourly_rate: 45.5,
      });
    }
    return count;
  });
}

const EVENT = 'leave_request.approved';
const FAR = new Date('2900-01-01T00:00:00Z');
const ENDPOINTS_OF_COMPANY = 20;
const ROOM = 10;

/** Endpoints of up to so many companies, none of which subscribes to what the other operations fire. */
export async function registerEndpoints({ made, webhooks }: Opened, companies: number, port: number): Promise<void> {
  const ids = made.companies.slice(0, companies).map(({ companyId }) => companyId);
  const each = ids.length === 1 ? ENDPOINTS_OF_COMPANY : 1;
  for (const id of ids) {
    for (let at = 0; at < each; at++) {
      const url = `https://localhost:${port}/${at}`;
      await webhooks.endpoints.register(systemActor(id), { url, events: [EVENT], max_inflight: ROOM });
    }
  }
}

/** So many deliveries over all endpoints, waiting. */
export async function queueDeliveries({ core }: Opened, count: number, now: Date): Promise<void> {
  const data = { leave_request_id: 1, employee_id: 1, date: '2026-01-01', type: 'vacation', status: 'approved' };
  const body = JSON.stringify({ event: EVENT, data: { ...data, manager_note: null }, sent_at: now.toISOString() });
  await core.extension.database.writeAllCompanies('bench.queue', {}, async (all) => {
    await all.rows(
      rawSql(`INSERT INTO shaon_webhook_event (company_id, type, body, queued_at)
        WITH RECURSIVE number(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < CAST($1 AS integer))
        SELECT e.company_id, '${EVENT}', CAST($2 AS text), CAST($3 AS timestamptz(3)) FROM number
        JOIN (SELECT company_id, row_number() OVER (ORDER BY id) - 1 AS place, COUNT(*) OVER () AS endpoints
          FROM shaon_webhook_endpoint) e ON e.place = number.i % e.endpoints`),
      [count, body, now],
    );
    await all.rows(
      rawSql(`INSERT INTO shaon_webhook_delivery (company_id, event_id, event_type, endpoint_id, run, "trigger", state,
          due_at, attempts, failures, interruptions, created_at)
        SELECT v.company_id, v.id, v.type, e.id, 1, 'auto', 'pending', CAST($1 AS timestamptz(3)), 0, 0, 0, v.queued_at
        FROM (SELECT *, row_number() OVER (PARTITION BY company_id ORDER BY id) AS number FROM shaon_webhook_event
          WHERE id NOT IN (SELECT event_id FROM shaon_webhook_delivery)) v
        JOIN (SELECT *, row_number() OVER (PARTITION BY company_id ORDER BY id) - 1 AS place,
            COUNT(*) OVER (PARTITION BY company_id) AS endpoints FROM shaon_webhook_endpoint) e
          ON e.company_id = v.company_id AND e.place = v.number % e.endpoints`),
      [FAR],
    );
    for (const table of ['endpoint', 'event', 'delivery', 'attempt']) {
      await all.rows(rawSql(`ANALYZE shaon_webhook_${table}`));
    }
  });
}

/** A claim while deliveries of every endpoint wait for a later time. */
export function idleClaims(opened: Opened, count: number): Promise<Cost> {
  return costOf(opened, async () => {
    for (let call = 0; call < count; call++) await opened.webhooks.drainOnce();
    return count;
  });
}

/** Claims, sends and records all of it: the cost of one delivery. */
export async function deliveries(opened: Opened, now: Date): Promise<Cost & { readonly delivered: number }> {
  await opened.core.extension.database.writeAllCompanies('bench.due', {}, (all) =>
    all.rows(rawSql('UPDATE shaon_webhook_delivery SET due_at = CAST($1 AS timestamptz(3)) WHERE due_at IS NOT NULL'), [
      now,
    ]),
  );
  opened.setNow(new Date(now.getTime() + HOUR_MS));
  let delivered = 0;
  const cost = await costOf(opened, async () => {
    delivered = await opened.webhooks.drainOnce();
    return Math.max(1, delivered);
  });
  return { ...cost, delivered };
}

/** Removes the old rows of the audit; meanwhile somebody punches. Gives the cost of a row, and the longest punch. */
export async function pruneBesidePunches(
  opened: Opened,
  now: Date,
): Promise<Cost & { readonly removed: number; readonly punches: number; readonly longestMs: number }> {
  const { core, made } = opened;
  opened.setNow(new Date(now.getTime() + 60 * DAY_MS));
  const company = made.companies[0];
  if (company === undefined) throw new Error('There is no company.');
  let isOver = false;
  let longestMs = 0;
  let punched = 0;
  const punching = async () => {
    for (let at = 0; !isOver && at < company.people; at++) {
      const start = performance.now();
      await core.attendance.punchIn(systemActor(company.companyId), company.firstEmployee + at);
      longestMs = Math.max(longestMs, performance.now() - start);
      punched += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  let removed = 0;
  const other = punching();
  const cost = await costOf(opened, async () => {
    removed = (await core.prune({ now, auditMonths: 24 })).audit;
    isOver = true;
    await other;
    return Math.max(1, removed);
  });
  return { ...cost, removed, punches: punched, longestMs };
}

import { type AllCompanies, DIFFERENCES, type EveryCompanySql, everyCompanySql } from '@shaon/core/storage';
import { attemptTable } from '../deliveries/attempt.ts';
import { eventTable } from '../deliveries/event.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { secretTable } from '../endpoints/endpoint-secret.ts';
import { memoizedByClock, type SqlClock } from '../sql-clock.ts';
import {
  type ClaimSize,
  claimedColumns,
  endpointsToClaim,
  IS_FREE,
  inFlight,
  STOPPED_AT,
  stoppedAtOf,
  type Taken,
} from './claim-statements.ts';

const { inList } = DIFFERENCES.sqlite;

/** Endpoints with due deliveries, and how many more attempts each may have in flight; one more row for the walk. */
const endpointsWithDue = (now: string, after: string): EveryCompanySql => everyCompanySql`WITH RECURSIVE
  ${endpointsToClaim(now, after)}
  SELECT e.id, e.max_inflight - ${inFlight('sqlite', now)} AS room, NULL AS stopped_at
  FROM open_endpoint o JOIN ${endpointTable} e ON e.id = o.endpoint_id
  WHERE e.enabled AND e.deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND d.due_at <= ${now} AND ${IS_FREE})
  UNION ALL SELECT NULL, 0, ${STOPPED_AT} WHERE EXISTS (SELECT 1 FROM walk)`;

const ENDPOINTS_WITH_DUE = memoizedByClock((sqlClock) => endpointsWithDue(sqlClock.now('$1'), '$2'));
const DUE_OF_ENDPOINT = everyCompanySql`SELECT d.id FROM ${deliveryTable} d
  WHERE d.endpoint_id = $1 AND d.due_at <= $2 AND ${IS_FREE} ORDER BY d.due_at, d.id LIMIT $3`;
const TAKE = memoizedByClock(
  (sqlClock) => everyCompanySql`UPDATE ${deliveryTable} SET state = 'in_flight', attempts = attempts + 1,
    due_at = ${sqlClock.later('$2', '$3')} WHERE id ${inList('$1')}`,
);
const BEGIN = memoizedByClock(
  (sqlClock) => everyCompanySql`INSERT INTO ${attemptTable} (company_id, delivery_id, number, started_at)
    SELECT d.company_id, d.id, d.attempts, ${sqlClock.now('$2')} FROM ${deliveryTable} d WHERE d.id ${inList('$1')}`,
);

/** What a claim would find; it needs no write connection. */
export interface DueEndpoints {
  /** Endpoints with due deliveries and room for them. */
  readonly endpoints: readonly { readonly id: number; readonly room: number }[];
  readonly stoppedAt: number | null;
}

/** Looks for due deliveries that a claim could take; the walk continues after the endpoint `after`. */
export async function findDueEndpoints(all: AllCompanies, sqlClock: SqlClock, after: number): Promise<DueEndpoints> {
  const rows = await all.run(ENDPOINTS_WITH_DUE(sqlClock), [sqlClock.value(), after]);
  const endpoints = rows.map((row) => ({ id: Number(row.id), room: Number(row.room) }));
  return {
    endpoints: endpoints.filter(({ room }) => room > 0),
    stoppedAt: stoppedAtOf(rows.find((row) => row.id === null)),
  };
}

/** SQLite has one sender, so fairness between endpoints is decided here in memory. */
export async function claimOnSqlite(all: AllCompanies, sqlClock: SqlClock, size: ClaimSize): Promise<Taken> {
  const now = sqlClock.value();
  const { endpoints, stoppedAt } = await findDueEndpoints(all, sqlClock, size.after);
  const nothing = { rows: [], isContended: false, stoppedAt };
  const queues: number[][] = [];
  for (const endpoint of endpoints) {
    const due = await all.run(DUE_OF_ENDPOINT, [endpoint.id, now, Math.min(endpoint.room, size.slots)]);
    queues.push(due.map((row) => Number(row.id)));
  }
  const chosen = roundRobin(queues, size.slots);
  if (chosen.length === 0) return nothing;
  await all.run(TAKE(sqlClock), [chosen, now, size.leaseMs]);
  await all.run(BEGIN(sqlClock), [chosen, now]);
  return { ...nothing, rows: await all.run(LOAD, [chosen]) };
}

const LOAD = everyCompanySql`SELECT ${claimedColumns('sqlite')}
  FROM ${deliveryTable} d JOIN ${eventTable} ev ON ev.id = d.event_id
  JOIN ${endpointTable} e ON e.id = d.endpoint_id
  LEFT JOIN ${secretTable} s
    ON s.company_id = e.company_id AND s.endpoint_id = e.id AND s.state <> 'revoked'
  WHERE d.id ${inList('$1')} ORDER BY d.id, s.id`;

/** The first of each queue, then the second of each, … until `slots` are taken. */
function roundRobin(queues: readonly (readonly number[])[], slots: number): number[] {
  const chosen: number[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let turn = 0; turn < longest && chosen.length < slots; turn++) {
    for (const queue of queues) {
      const id = queue[turn];
      if (id !== undefined && chosen.length < slots) chosen.push(id);
    }
  }
  return chosen;
}

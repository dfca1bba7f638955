import type { Dialect } from '@shaon/core';
import { type AllCompanies, type EveryCompanySql, everyCompanySql, type RawRow } from '@shaon/core/storage';
import { type AttemptOutcome, attemptTable } from '../deliveries/attempt.ts';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { memoizedByClock, type SqlClock } from '../sql-clock.ts';
import { hiddenFromPlanner } from './claim-statements.ts';

/** The values of one finished attempt and its delivery; passed to the database as JSON. */
export interface ResultRow {
  readonly delivery_id: number;
  readonly endpoint_id: number;
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly remote_ip: string | null;
  readonly excerpt: string;
  readonly error_code: string | null;
  /** The delivery's new state if its endpoint is on; or the state that it got. */
  readonly state: DeliveryState;
  readonly failures: number;
  readonly last_error: string | null;
  /** The wait until the next attempt; null if there is none. */
  readonly wait_ms: number | null;
}

const COLUMNS: Readonly<Record<keyof ResultRow, 'bigint' | 'integer' | 'text'>> = {
  delivery_id: 'bigint',
  endpoint_id: 'integer',
  number: 'integer',
  outcome: 'text',
  status: 'integer',
  duration_ms: 'integer',
  remote_ip: 'text',
  excerpt: 'text',
  error_code: 'text',
  state: 'text',
  failures: 'integer',
  last_error: 'text',
  wait_ms: 'bigint',
};

/** The results in `$1` as rows. */
const RESULT_ROWS: Readonly<Record<Dialect, string>> = {
  sqlite: `(SELECT ${Object.keys(COLUMNS)
    .map((name) => `json_extract(value, '$.${name}') AS ${name}`)
    .join(', ')}
    FROM json_each($1))`,
  postgres: `json_to_recordset(${hiddenFromPlanner('$1', 'json')}) AS given(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`,
};

/**
 * The parts of the statements that record results `r`. A success stays a success. Any other delivery whose endpoint `e`
 * was switched off or deleted meanwhile is held or cancelled (D:V16).
 */
function recordParts(sqlClock: SqlClock, dialect: Dialect) {
  const at = dialect === 'postgres' ? hiddenFromPlanner('$2', 'timestamptz') : '$2';
  const since = dialect === 'postgres' ? hiddenFromPlanner('$3', 'bigint') : '$3';
  const now = sqlClock.now(at);
  const due = `CASE WHEN r.decided = 'pending' THEN ${sqlClock.later(at, 'r.wait_ms')} END`;
  return {
    results: everyCompanySql`SELECT given.*, CASE WHEN given.state = 'succeeded' THEN given.state
        WHEN e.deleted_at IS NOT NULL THEN 'cancelled'
        WHEN given.state = 'pending' AND NOT e.enabled THEN 'held' ELSE given.state END AS decided
      FROM ${RESULT_ROWS[dialect]}${dialect === 'sqlite' ? ' AS given' : ''}
      LEFT JOIN ${endpointTable} e ON e.id = given.endpoint_id`,
    delivery: `state = r.decided, failures = r.failures, last_status = r.status, last_error = r.last_error, due_at = ${due},
      finished_at = CASE WHEN r.decided IN ('succeeded', 'failed', 'cancelled') THEN ${now} END`,
    isOwned: `d.id = r.delivery_id AND d.attempts = r.number AND d.state = 'in_flight'`,
    attempt: `finished_at = ${now}, outcome = r.outcome, status = r.status, duration_ms = r.duration_ms,
      remote_ip = r.remote_ip, excerpt = r.excerpt, error_code = r.error_code, next_due_at = ${due}`,
    isAttempt: 'a.delivery_id = r.delivery_id AND a.number = r.number',
    success: `failure_streak = 0, last_success_at = ${now}`,
    isNotable: `(failure_streak > 0 OR last_success_at IS NULL OR last_success_at < ${sqlClock.later(at, since)})`,
  };
}

/** A success is noted again on its endpoint after this time. */
const SUCCESS_NOTED_EVERY_MS = 60_000;

/**
 * Ends attempts and, if they are still in flight, their deliveries, and notes successes of endpoints; on PostgreSQL in
 * one statement. If a worker has lost its lease, only its attempt is completed.
 *
 * @returns the results without success whose delivery was changed, each with its new state
 */
export async function writeResults(
  all: AllCompanies,
  sqlClock: SqlClock,
  results: readonly ResultRow[],
): Promise<ResultRow[]> {
  const rows = await (all.dialect === 'postgres' ? writeOnPostgres : writeOnSqlite)(all, sqlClock, results);
  // A batch may have two attempts of one delivery: a lost one, and the one that followed it.
  const states = new Map(rows.map((row) => [`${row.id}/${row.number}`, String(row.state) as DeliveryState]));
  return results.flatMap((each) => {
    const state = states.get(`${each.delivery_id}/${each.number}`);
    return each.outcome === 'success' || state === undefined ? [] : [{ ...each, state }];
  });
}

/**
 * Rows are also selected by their ids, because PostgreSQL expects a hundred rows from JSON and would read a whole small
 * table to join them. A LEFT JOIN to the endpoints keeps that estimate, so that it uses a hash join. The count makes sure
 * that deliveries are changed before attempts; otherwise two batches could deadlock.
 */
const recordStatement = memoizedByClock((sqlClock) => {
  const { results, delivery, isOwned, attempt, isAttempt, success, isNotable } = recordParts(sqlClock, 'postgres');
  const ids = `${hiddenFromPlanner('$4', 'bigint[]')}::bigint[]`;
  const endpoints = `${hiddenFromPlanner('$5', 'integer[]')}::integer[]`;
  return everyCompanySql`WITH r AS MATERIALIZED (${results} AND e.id = ANY(${endpoints})), changed AS (
    UPDATE ${deliveryTable} AS d SET ${delivery} FROM r WHERE ${isOwned} AND d.id = ANY(${ids}) RETURNING d.id, d.attempts AS number, d.state
  ), recorded AS (
    UPDATE ${attemptTable} AS a SET ${attempt} FROM r
    WHERE ${isAttempt} AND a.delivery_id = ANY(${ids}) AND (SELECT count(*) FROM changed) >= 0
  ), noted AS (
    UPDATE ${endpointTable} SET ${success}
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM r WHERE outcome = 'success')) AND ${isNotable}
  ) SELECT id, number, state FROM changed`;
});

function writeOnPostgres(all: AllCompanies, sqlClock: SqlClock, results: readonly ResultRow[]): Promise<RawRow[]> {
  return all.run(recordStatement(sqlClock), [
    JSON.stringify(results),
    sqlClock.value(),
    -SUCCESS_NOTED_EVERY_MS,
    results.map((each) => each.delivery_id),
    [...new Set(results.map((each) => each.endpoint_id))],
  ]);
}

const sqliteStatements = memoizedByClock((sqlClock) => {
  const { results, delivery, isOwned, attempt, isAttempt, success, isNotable } = recordParts(sqlClock, 'sqlite');
  const from = everyCompanySql`FROM (${results}) AS r`;
  return {
    deliveries: everyCompanySql`UPDATE ${deliveryTable} AS d SET ${delivery} ${from} WHERE ${isOwned} RETURNING id, attempts AS number, state`,
    attempts: everyCompanySql`UPDATE ${attemptTable} AS a SET ${attempt} ${from} WHERE ${isAttempt}`,
    endpoints: everyCompanySql`UPDATE ${endpointTable} SET ${success}
      WHERE id IN (SELECT r.endpoint_id ${from} WHERE r.outcome = 'success') AND ${isNotable}`,
  } satisfies Record<string, EveryCompanySql>;
});

async function writeOnSqlite(all: AllCompanies, sqlClock: SqlClock, results: readonly ResultRow[]): Promise<RawRow[]> {
  const { deliveries, attempts, endpoints } = sqliteStatements(sqlClock);
  const values = [JSON.stringify(results), sqlClock.value()];
  const changed = await all.run(deliveries, values);
  await all.run(attempts, values);
  if (results.some(({ outcome }) => outcome === 'success')) {
    await all.run(endpoints, [...values, -SUCCESS_NOTED_EVERY_MS]);
  }
  return changed;
}

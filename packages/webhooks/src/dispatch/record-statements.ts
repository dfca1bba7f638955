import {
  type AllCompanies,
  DIFFERENCES,
  type EveryCompanySql,
  everyCompanySql,
  type RawRow,
} from '@shaon/core/extension';
import { type DatabaseClock, memoizedByClock } from '../database-clock.ts';
import { type AttemptOutcome, attemptTable } from '../deliveries/attempt.ts';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { hiddenFromPlanner } from './claim-statements.ts';

/** The values of one finished attempt and its delivery; passed to PostgreSQL as JSON. */
export interface ResultRow {
  readonly delivery_id: number;
  readonly endpoint_id: number;
  readonly number: number;
  /** The lease of the claim. */
  readonly held_lease: number;
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
  held_lease: 'integer',
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

const NAMES = Object.keys(COLUMNS) as (keyof ResultRow)[];

/** How a statement refers to the values of a result. */
interface ResultValues {
  /** A column of the result. */
  of(column: keyof ResultRow): string;
  /** The state that the delivery gets. */
  readonly decided: EveryCompanySql | string;
  readonly now: string;
}

/** The columns set on a delivery `d` and an attempt `a`, and the conditions for both. */
interface ResultClauses {
  readonly delivery: EveryCompanySql;
  readonly whereOwned: string;
  readonly attempt: EveryCompanySql;
  readonly whereAttempted: string;
}

/** The columns that a success sets on its endpoint, and the condition; not written with every success. */
interface HealthClauses {
  readonly health: string;
  readonly whereNotable: string;
}

/**
 * A success stays a success. Any other delivery whose endpoint was switched off or deleted meanwhile is held or
 * cancelled (D:V16): `overEndpoint` turns an expression over the endpoint `e` into one for the statement.
 */
function decidedState(state: string, overEndpoint: (byEndpoint: string) => EveryCompanySql): EveryCompanySql {
  return everyCompanySql`CASE WHEN ${state} = 'succeeded' THEN ${state} ELSE ${overEndpoint(
    `CASE WHEN e.deleted_at IS NOT NULL THEN 'cancelled' WHEN ${state} = 'pending' AND NOT e.enabled THEN 'held' ELSE ${state} END`,
  )} END`;
}

// The concatenation keeps the databases from using an index by state instead of the one by id.
const IN_FLIGHT = `d.state || '' = 'in_flight'`;

function resultClauses(time: DatabaseClock, { of, decided, now: at }: ResultValues): ResultClauses {
  const now = time.now(at);
  const due = everyCompanySql`CASE WHEN ${decided} = 'pending' THEN ${time.later(at, of('wait_ms'))} END`;
  return {
    delivery: everyCompanySql`state = ${decided}, failures = ${of('failures')}, last_status = ${of('status')}, last_error = ${of('last_error')},
      due_at = ${due},
      finished_at = CASE WHEN ${decided} IN ('succeeded', 'failed', 'cancelled') THEN ${now} END`,
    whereOwned: `d.id = ${of('delivery_id')} AND d.lease = ${of('held_lease')} AND ${IN_FLIGHT}`,
    attempt: everyCompanySql`finished_at = ${now}, outcome = ${of('outcome')}, status = ${of('status')}, duration_ms = ${of('duration_ms')},
      remote_ip = ${of('remote_ip')}, excerpt = ${of('excerpt')}, error_code = ${of('error_code')}, next_due_at = ${due}`,
    whereAttempted: `a.delivery_id = ${of('delivery_id')} AND a.number = ${of('number')}`,
  };
}

/** @param notedSince after how long a success is noted again, in negative milliseconds */
function healthClauses(time: DatabaseClock, at: string, notedSince: string): HealthClauses {
  return {
    health: `failure_streak = 0, last_success_at = ${time.now(at)}`,
    whereNotable: `(failure_streak > 0 OR last_success_at IS NULL OR last_success_at < ${time.later(at, notedSince)})`,
  };
}

const SUCCESS_NOTED_EVERY_MS = 60_000;

/**
 * Completes the attempts, changes the deliveries whose lease is still the claim's, and notes successes of endpoints; on
 * PostgreSQL in one statement. A delivery that another worker owns by now stays unchanged.
 *
 * @returns the results without success whose delivery was changed, each with its new state
 */
export async function writeResults(
  all: AllCompanies,
  time: DatabaseClock,
  results: readonly ResultRow[],
): Promise<ResultRow[]> {
  const rows = await (all.dialect === 'postgres' ? writeOnPostgres : writeOnSqlite)(all, time, results);
  const owned = new Map(rows.map((row) => [`${row.id}:${row.lease}`, String(row.state) as DeliveryState]));
  return results.filter(isNoSuccess).flatMap((each) => {
    const state = owned.get(`${each.delivery_id}:${each.held_lease}`);
    return state === undefined ? [] : [{ ...each, state }];
  });
}

const isNoSuccess = ({ outcome }: ResultRow): boolean => outcome !== 'success';

/** The results in `$1` as rows named `r`. */
const RESULT_ROWS = `json_to_recordset(${hiddenFromPlanner('$1', 'json')}) AS r(${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

/**
 * Rows are also selected by their ids, because PostgreSQL expects a hundred rows from JSON and would read a whole small
 * table to join them. A LEFT JOIN to the endpoints keeps that estimate, so that it uses a hash join. The count makes
 * sure that deliveries are changed before attempts, the order of a claim; otherwise the two could deadlock.
 */
export const recordStatement: (time: DatabaseClock) => EveryCompanySql = memoizedByClock((time) => {
  const now = hiddenFromPlanner('$2', 'timestamptz');
  const { delivery, whereOwned, attempt, whereAttempted } = resultClauses(time, {
    of: (column) => `r.${column}`,
    decided: 'r.decided',
    now,
  });
  const { health, whereNotable } = healthClauses(time, now, hiddenFromPlanner('$3', 'bigint'));
  const decided = everyCompanySql`SELECT r.*, ${decidedState('r.state', (byEndpoint) => everyCompanySql`${byEndpoint}`)} AS decided
      FROM ${RESULT_ROWS} LEFT JOIN ${endpointTable} e ON e.id = r.endpoint_id`;
  const among = (column: string) => `${column} = ANY(${hiddenFromPlanner('$4', 'bigint[]')}::bigint[])`;
  return everyCompanySql`WITH r AS MATERIALIZED (${decided} AND e.id = ANY(${hiddenFromPlanner('$5', 'integer[]')}::integer[])), changed AS (
    UPDATE ${deliveryTable} AS d SET ${delivery} FROM r WHERE ${whereOwned} AND ${among('d.id')}
    RETURNING d.id, d.lease, d.state
  ), completed AS (
    UPDATE ${attemptTable} AS a SET ${attempt}
    FROM r WHERE ${whereAttempted} AND ${among('a.delivery_id')} AND (SELECT count(*) FROM changed) >= 0
  ), noted AS (
    UPDATE ${endpointTable} SET ${health}
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM r WHERE outcome = 'success')) AND ${whereNotable}
  ) SELECT id, lease, state FROM changed`;
});

function writeOnPostgres(all: AllCompanies, time: DatabaseClock, results: readonly ResultRow[]): Promise<RawRow[]> {
  return all.rows(recordStatement(time), [
    JSON.stringify(results),
    time.value(),
    -SUCCESS_NOTED_EVERY_MS,
    results.map((each) => each.delivery_id),
    [...new Set(results.map((each) => each.endpoint_id))],
  ]);
}

/**
 * On SQLite a statement is just a call, so each result has its own, with a parameter for each column. UPDATE … FROM and
 * RETURNING first make a table in memory, which took three times as long as changing a delivery and its indices.
 */
const sqliteStatements = memoizedByClock((time) => {
  const of = (column: keyof ResultRow) => `$${NAMES.indexOf(column) + 1}`;
  const decided = decidedState(
    of('state'),
    (byEndpoint) => everyCompanySql`(SELECT ${byEndpoint} FROM ${endpointTable} e WHERE e.id = ${of('endpoint_id')})`,
  );
  const now = `$${NAMES.length + 1}`;
  const { delivery, whereOwned, attempt, whereAttempted } = resultClauses(time, { of, decided, now });
  const { health, whereNotable } = healthClauses(time, '$2', '$3');
  const among = DIFFERENCES.sqlite.inList('$1');
  return {
    delivery: everyCompanySql`UPDATE ${deliveryTable} AS d SET ${delivery} WHERE ${whereOwned}`,
    attempt: everyCompanySql`UPDATE ${attemptTable} AS a SET ${attempt} WHERE ${whereAttempted}`,
    endpoints: everyCompanySql`UPDATE ${endpointTable} SET ${health} WHERE id ${among} AND ${whereNotable}`,
    inFlight: everyCompanySql`SELECT d.id, d.lease FROM ${deliveryTable} d WHERE d.id ${among} AND ${IN_FLIGHT}`,
    states: everyCompanySql`SELECT d.id, d.lease, d.state FROM ${deliveryTable} d WHERE d.id ${among}`,
  };
});

async function writeOnSqlite(all: AllCompanies, time: DatabaseClock, results: readonly ResultRow[]): Promise<RawRow[]> {
  const statements = sqliteStatements(time);
  const now = time.value();
  const unsuccessful = results.filter(isNoSuccess).map((each) => each.delivery_id);
  const inFlight = unsuccessful.length === 0 ? [] : await all.rows(statements.inFlight, [unsuccessful]);
  for (const result of results) {
    const values = [...NAMES.map((name) => result[name]), now];
    await all.rows(statements.delivery, values);
    await all.rows(statements.attempt, values);
  }
  const succeeded = results.filter((each) => !isNoSuccess(each)).map((each) => each.endpoint_id);
  if (succeeded.length > 0) {
    await all.rows(statements.endpoints, [[...new Set(succeeded)], now, -SUCCESS_NOTED_EVERY_MS]);
  }
  if (inFlight.length === 0) return [];
  const leases = new Map(inFlight.map((row) => [row.id, row.lease]));
  const rows = await all.rows(statements.states, [[...leases.keys()] as number[]]);
  return rows.filter((row) => row.lease === leases.get(row.id));
}

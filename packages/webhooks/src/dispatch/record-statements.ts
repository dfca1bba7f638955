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
import { flightTable } from '../delivery-rows/flight.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { hiddenFromPlanner } from './claim-statements.ts';

/** The values of one finished attempt and its delivery; passed to PostgreSQL as JSON. */
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

const NAMES = Object.keys(COLUMNS) as (keyof ResultRow)[];

/** How a statement refers to the values of a result. */
interface ResultValues {
  /** A column of the result. */
  of(column: keyof ResultRow): string;
  /** The state that the delivery gets. */
  readonly decided: EveryCompanySql | string;
  readonly now: string;
}

/** The columns set on a delivery and an attempt. */
interface ResultClauses {
  readonly delivery: EveryCompanySql;
  /** The attempt's result, by column. */
  readonly attempt: ReadonlyMap<string, EveryCompanySql | string>;
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

function resultClauses(time: DatabaseClock, { of, decided, now: at }: ResultValues): ResultClauses {
  const now = time.now(at);
  const due = everyCompanySql`CASE WHEN ${decided} = 'pending' THEN ${time.later(at, of('wait_ms'))} END`;
  return {
    delivery: everyCompanySql`state = ${decided}, failures = ${of('failures')}, last_status = ${of('status')}, last_error = ${of('last_error')},
      attempts = ${of('number')}, due_at = ${due},
      finished_at = CASE WHEN ${decided} IN ('succeeded', 'failed', 'cancelled') THEN ${now} END`,
    attempt: new Map<string, EveryCompanySql | string>([
      ['finished_at', now],
      ...(['outcome', 'status', 'duration_ms', 'remote_ip', 'excerpt', 'error_code'] as const).map(
        (name) => [name, of(name)] as const,
      ),
      ['next_due_at', due],
    ]),
  };
}

/** Completes the attempt `a` of a worker that lost its lease; it was recorded as lost. */
const lateResult = (attempt: ResultClauses['attempt']): EveryCompanySql =>
  [...attempt].reduce(
    (set, [name, value], index) => everyCompanySql`${set}${index === 0 ? '' : ', '}${name} = ${value}`,
    everyCompanySql``,
  );

/** Inserts the attempt of the delivery that was in flight as `f`, without its FROM. */
const newAttempt = (attempt: ResultClauses['attempt']): EveryCompanySql =>
  [...attempt.values()].reduce<EveryCompanySql>(
    (insert, value) => everyCompanySql`${insert}, ${value}`,
    everyCompanySql`INSERT INTO ${attemptTable} (company_id, delivery_id, number, started_at, ${[...attempt.keys()].join(', ')})
      SELECT f.company_id, f.id, f.number, f.started_at`,
  );

/** @param notedSince after how long a success is noted again, in negative milliseconds */
function healthClauses(time: DatabaseClock, at: string, notedSince: string): HealthClauses {
  return {
    health: `failure_streak = 0, last_success_at = ${time.now(at)}`,
    whereNotable: `(failure_streak > 0 OR last_success_at IS NULL OR last_success_at < ${time.later(at, notedSince)})`,
  };
}

const SUCCESS_NOTED_EVERY_MS = 60_000;

/**
 * Ends the flights that are still the claims', with their attempts and deliveries, and notes successes of endpoints; on
 * PostgreSQL in one statement. If a worker has lost its lease, only its attempt is completed.
 *
 * @returns the results without success whose delivery was changed, each with its new state
 */
export async function writeResults(
  all: AllCompanies,
  time: DatabaseClock,
  results: readonly ResultRow[],
): Promise<ResultRow[]> {
  const rows = await (all.dialect === 'postgres' ? writeOnPostgres : writeOnSqlite)(all, time, results);
  const owned = new Map(rows.map((row) => [rowKey(row), String(row.state) as DeliveryState]));
  return results.filter(isNoSuccess).flatMap((each) => {
    const state = owned.get(attemptKey(each));
    return state === undefined ? [] : [{ ...each, state }];
  });
}

const isNoSuccess = ({ outcome }: ResultRow): boolean => outcome !== 'success';
const attemptKey = (result: ResultRow): string => `${result.delivery_id}/${result.number}`;
const rowKey = ({ id, number }: RawRow): string => `${id}/${number}`;

/** The results in `$1` as rows named `r`. */
const RESULT_ROWS = `json_to_recordset(${hiddenFromPlanner('$1', 'json')}) AS r(${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

/**
 * Rows are also selected by their ids, because PostgreSQL expects a hundred rows from JSON and would read a whole small
 * table to join them; rows in flight by their place, because a join might read all that were in flight since the last
 * vacuum. A LEFT JOIN to the endpoints keeps that estimate, so that it uses a hash join. The list of changed deliveries
 * and the count make sure that deliveries are changed before attempts; otherwise two batches could deadlock.
 */
const recordStatement = memoizedByClock((time) => {
  const now = hiddenFromPlanner('$2', 'timestamptz');
  const { delivery, attempt } = resultClauses(time, { of: (column) => `r.${column}`, decided: 'r.decided', now });
  const { health, whereNotable } = healthClauses(time, now, hiddenFromPlanner('$3', 'bigint'));
  const decided = everyCompanySql`SELECT r.*, ${decidedState('r.state', (byEndpoint) => everyCompanySql`${byEndpoint}`)} AS decided
      FROM ${RESULT_ROWS} LEFT JOIN ${endpointTable} e ON e.id = r.endpoint_id`;
  const ids = `${hiddenFromPlanner('$4', 'bigint[]')}::bigint[]`;
  const among = (column: string) => `${column} = ANY(${ids})`;
  return everyCompanySql`WITH r AS MATERIALIZED (${decided} AND e.id = ANY(${hiddenFromPlanner('$5', 'integer[]')}::integer[])), ended AS (
    DELETE FROM ${flightTable} AS f USING r WHERE f.ctid = ANY(ARRAY(
      SELECT (SELECT x.ctid FROM ${flightTable} x WHERE x.id = named.id) FROM unnest(${ids}) AS named(id)))
      AND f.id = r.delivery_id AND f.number = r.number
    RETURNING f.id, f.company_id, f.number, f.started_at
  ), changed AS (
    UPDATE ${deliveryTable} AS d SET ${delivery} FROM r JOIN ended f ON f.id = r.delivery_id AND f.number = r.number
    WHERE d.id = r.delivery_id AND ${among('d.id')} RETURNING d.id, d.attempts AS number, d.state
  ), recorded AS (
    ${newAttempt(attempt)} FROM r JOIN ended f ON f.id = r.delivery_id AND f.number = r.number
    WHERE f.id = ANY(ARRAY(SELECT id FROM changed))
  ), late AS (
    UPDATE ${attemptTable} AS a SET ${lateResult(attempt)} FROM r
    WHERE a.delivery_id = r.delivery_id AND a.number = r.number AND ${among('a.delivery_id')}
      AND (SELECT count(*) FROM changed) < (SELECT count(*) FROM r)
  ), noted AS (
    UPDATE ${endpointTable} SET ${health}
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM r WHERE outcome = 'success')) AND ${whereNotable}
  ) SELECT id, number, state FROM changed`;
});

/**
 * A flight that was changed while the statement waited, and an attempt that was recorded as lost meanwhile, are visible
 * only to another statement.
 */
async function writeOnPostgres(
  all: AllCompanies,
  time: DatabaseClock,
  results: readonly ResultRow[],
): Promise<RawRow[]> {
  const rows = await runOnPostgres(all, time, results);
  const owned = new Set(rows.map(rowKey));
  const late = results.filter((each) => !owned.has(attemptKey(each)));
  return late.length === 0 ? rows : [...rows, ...(await runOnPostgres(all, time, late))];
}

function runOnPostgres(all: AllCompanies, time: DatabaseClock, results: readonly ResultRow[]): Promise<RawRow[]> {
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
  const { delivery, attempt } = resultClauses(time, { of, decided, now });
  const { health, whereNotable } = healthClauses(time, '$2', '$3');
  const among = DIFFERENCES.sqlite.inList('$1');
  return {
    delivery: everyCompanySql`UPDATE ${deliveryTable} SET ${delivery} WHERE id = ${of('delivery_id')}`,
    attempt: everyCompanySql`${newAttempt(attempt)} FROM ${flightTable} f JOIN ${deliveryTable} d ON d.id = f.id
      WHERE f.id = ${of('delivery_id')}`,
    late: everyCompanySql`UPDATE ${attemptTable} SET ${lateResult(attempt)}
      WHERE delivery_id = ${of('delivery_id')} AND number = ${of('number')}`,
    endpoints: everyCompanySql`UPDATE ${endpointTable} SET ${health} WHERE id ${among} AND ${whereNotable}`,
    inFlight: everyCompanySql`SELECT f.id, f.number FROM ${flightTable} f WHERE f.id ${among}`,
    ended: everyCompanySql`DELETE FROM ${flightTable} WHERE id ${among}`,
    states: everyCompanySql`SELECT d.id, d.attempts AS number, d.state FROM ${deliveryTable} d WHERE d.id ${among}`,
  };
});

async function writeOnSqlite(all: AllCompanies, time: DatabaseClock, results: readonly ResultRow[]): Promise<RawRow[]> {
  const statements = sqliteStatements(time);
  const now = time.value();
  const inFlight = await all.rows(statements.inFlight, [results.map((each) => each.delivery_id)]);
  const keys = new Set(inFlight.map(rowKey));
  const owned = results.filter((each) => keys.has(attemptKey(each)));
  for (const result of results) {
    const values = [...NAMES.map((name) => result[name]), now];
    if (owned.includes(result)) {
      await all.rows(statements.delivery, values);
      await all.rows(statements.attempt, values);
    } else {
      await all.rows(statements.late, values);
    }
  }
  if (owned.length > 0) await all.rows(statements.ended, [owned.map((each) => each.delivery_id)]);
  const succeeded = results.filter((each) => !isNoSuccess(each)).map((each) => each.endpoint_id);
  if (succeeded.length > 0) {
    await all.rows(statements.endpoints, [[...new Set(succeeded)], now, -SUCCESS_NOTED_EVERY_MS]);
  }
  const unsuccessful = owned.filter(isNoSuccess).map((each) => each.delivery_id);
  return unsuccessful.length === 0 ? [] : all.rows(statements.states, [unsuccessful]);
}

import {
  type AllCompanies,
  DIFFERENCES,
  type EveryCompanySql,
  everyCompanySql,
  type RawRow,
} from '@shaon/core/extension';
import { type AttemptOutcome, attemptTable } from '../deliveries/attempt.ts';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import { type DueTime, oncePerTime } from '../due-time.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { hiddenFromPlanner } from './open-endpoints.ts';

/** What is written about one finished attempt and its delivery; it travels as JSON. */
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
  /** What the delivery becomes when its endpoint is on, or what it became. */
  readonly state: DeliveryState;
  readonly failures: number;
  readonly last_error: string | null;
  /** Until the next attempt; null when there is none. */
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

/** The results in `$1` as rows named `r`. */
const RESULT_ROWS: Readonly<Record<AllCompanies['dialect'], string>> = {
  postgres: `json_to_recordset(${hiddenFromPlanner('$1', 'json')}) AS r(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`,
  sqlite: `(SELECT ${Object.keys(COLUMNS)
    .map((name) => `value ->> '${name}' AS ${name}`)
    .join(', ')} FROM json_each($1)) AS r`,
};

/** What the statements share: `$1` are the results, `$2` is now, `$3` is after how long a success is noted again. */
interface RecordClauses {
  /** The results as rows named `r`, each with the state that its endpoint, as it is now, makes of it. */
  readonly decided: EveryCompanySql;
  /** What is set on a delivery `d`, and on which. */
  readonly delivery: string;
  readonly whereOwned: string;
  /** What is set on an attempt `a`, and on which. */
  readonly attempt: string;
  readonly whereAttempted: string;
  /** What a success sets on its endpoint, and on which endpoints; it is not written with every success. */
  readonly health: string;
  readonly whereNotable: string;
}

function recordClauses(dialect: AllCompanies['dialect'], time: DueTime): RecordClauses {
  const isPostgres = dialect === 'postgres';
  const at = isPostgres ? hiddenFromPlanner('$2', 'timestamptz') : '$2';
  const notedSince = isPostgres ? hiddenFromPlanner('$3', 'bigint') : '$3';
  const now = time.now(at);
  const due = `CASE WHEN r.decided = 'pending' THEN ${time.later(at, 'r.wait_ms')} END`;
  return {
    // An open delivery of an endpoint that was switched off or deleted on its way is held or cancelled (D:V16).
    decided: everyCompanySql`SELECT r.*, CASE WHEN r.state = 'succeeded' THEN r.state WHEN e.deleted_at IS NOT NULL THEN 'cancelled'
        WHEN r.state = 'pending' AND NOT e.enabled THEN 'held' ELSE r.state END AS decided
      FROM ${RESULT_ROWS[dialect]} LEFT JOIN ${endpointTable} e ON e.id = r.endpoint_id`,
    delivery: `state = r.decided, failures = r.failures, last_status = r.status, last_error = r.last_error,
      due_at = ${due},
      finished_at = CASE WHEN r.decided IN ('succeeded', 'failed', 'cancelled') THEN ${now} END`,
    // The concatenation keeps the databases from taking an index by state instead of the one by id.
    whereOwned: `d.id = r.delivery_id AND d.lease = r.held_lease AND d.state || '' = 'in_flight'`,
    attempt: `finished_at = ${now}, outcome = r.outcome, status = r.status, duration_ms = r.duration_ms,
      remote_ip = r.remote_ip, excerpt = r.excerpt, error_code = r.error_code, next_due_at = ${due}`,
    whereAttempted: 'a.delivery_id = r.delivery_id AND a.number = r.number',
    health: `failure_streak = 0, last_success_at = ${now}`,
    whereNotable: `(failure_streak > 0 OR last_success_at IS NULL OR last_success_at < ${time.later(at, notedSince)})`,
  };
}

const SUCCESS_NOTED_EVERY_MS = 60_000;

/**
 * Completes the attempts, changes the deliveries whose lease is still that of the claim, and notes successes of
 * endpoints; on PostgreSQL by one statement. A delivery that another worker owns by now stays as it is.
 *
 * @returns the results whose delivery was changed, each with the state that it has now
 */
export async function writeResults(
  all: AllCompanies,
  time: DueTime,
  results: readonly ResultRow[],
): Promise<ResultRow[]> {
  const rows = await (all.dialect === 'postgres' ? writeOnPostgres : writeOnSqlite)(all, time, results);
  const owned = new Map(rows.map((row) => [`${row.id}:${row.lease}`, String(row.state) as DeliveryState]));
  return results.flatMap((each) => {
    const state = owned.get(`${each.delivery_id}:${each.held_lease}`);
    return state === undefined ? [] : [{ ...each, state }];
  });
}

/**
 * Rows are named by their ids as well, because PostgreSQL expects a hundred rows of JSON and would read a whole small
 * table to join them. A LEFT JOIN to the endpoints keeps it at that estimate, so that it joins by hash. Deliveries are
 * changed before attempts, which the count makes sure of. A claim takes them in the same order; otherwise the two could
 * wait for each other in a circle.
 */
export const recordStatement: (time: DueTime) => EveryCompanySql = oncePerTime((time) => {
  const { decided, delivery, whereOwned, attempt, whereAttempted, health, whereNotable } = recordClauses(
    'postgres',
    time,
  );
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

function writeOnPostgres(all: AllCompanies, time: DueTime, results: readonly ResultRow[]): Promise<RawRow[]> {
  return all.rows(recordStatement(time), [
    JSON.stringify(results),
    time.value(),
    -SUCCESS_NOTED_EVERY_MS,
    results.map((each) => each.delivery_id),
    [...new Set(results.map((each) => each.endpoint_id))],
  ]);
}

const sqliteStatements = oncePerTime((time) => {
  const { decided, delivery, whereOwned, attempt, whereAttempted, health, whereNotable } = recordClauses(
    'sqlite',
    time,
  );
  return {
    deliveries: everyCompanySql`UPDATE ${deliveryTable} AS d SET ${delivery} FROM (${decided}) AS r WHERE ${whereOwned}
      RETURNING id, lease, state`,
    attempts: everyCompanySql`UPDATE ${attemptTable} AS a SET ${attempt} FROM (${decided}) AS r WHERE ${whereAttempted}`,
    endpoints: everyCompanySql`UPDATE ${endpointTable} SET ${health}
      WHERE id ${DIFFERENCES.sqlite.inList('$1')} AND ${whereNotable}`,
  };
});

async function writeOnSqlite(all: AllCompanies, time: DueTime, results: readonly ResultRow[]): Promise<RawRow[]> {
  const { deliveries, attempts, endpoints } = sqliteStatements(time);
  const values = [JSON.stringify(results), time.value()];
  const changed = await all.rows(deliveries, values);
  await all.rows(attempts, values);
  const succeeded = results.filter(({ outcome }) => outcome === 'success').map((each) => each.endpoint_id);
  if (succeeded.length > 0) {
    await all.rows(endpoints, [[...new Set(succeeded)], time.value(), -SUCCESS_NOTED_EVERY_MS]);
  }
  return changed;
}

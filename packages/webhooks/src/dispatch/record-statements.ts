import { type AllCompanies, DIFFERENCES, type RawRow } from '@shaon/core/extension';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { DeliveryState } from '../deliveries/delivery.ts';
import type { DueTime } from '../due-time.ts';
import { unseen } from './open-endpoints.ts';

/** What is written about one finished attempt and its delivery; it travels as JSON. */
export interface Settlement {
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
  /** What it becomes, or became: asked for as if its endpoint were on. */
  readonly state: DeliveryState;
  readonly failures: number;
  readonly last_error: string | null;
  /** Until the next attempt; null when there is none. */
  readonly wait_ms: number | null;
}

const COLUMNS: Readonly<Record<keyof Settlement, 'bigint' | 'integer' | 'text'>> = {
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

/** The settlements in `$1` as rows named `r`. */
const SETTLEMENTS: Readonly<Record<AllCompanies['dialect'], string>> = {
  postgres: `json_to_recordset(${unseen('$1', 'json')}) AS r(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`,
  sqlite: `(SELECT ${Object.keys(COLUMNS)
    .map((name) => `value ->> '${name}' AS ${name}`)
    .join(', ')} FROM json_each($1)) AS r`,
};

/** What the statements of `settle` share: `$1` the settlements, `$2` now, `$3` how long ago a success is noted again. */
interface SettlePieces {
  /** The settlements as rows named `r`, each with the state that its endpoint, as it is now, makes of it. */
  readonly decided: string;
  /** What is set on a delivery `d`, and on which. */
  readonly delivery: string;
  readonly whereOwned: string;
  /** What is set on an attempt `a`, and on which. */
  readonly attempt: string;
  readonly whereAttempted: string;
  /** What a success sets on its endpoint, and on which endpoints: it is not written with every success. */
  readonly health: string;
  readonly whereNotable: string;
}

function settlePieces(dialect: AllCompanies['dialect'], time: DueTime): SettlePieces {
  const isPostgres = dialect === 'postgres';
  const at = isPostgres ? unseen('$2', 'timestamptz') : '$2';
  const notedSince = isPostgres ? unseen('$3', 'bigint') : '$3';
  const now = time.now(at);
  const due = `CASE WHEN r.decided = 'pending' THEN ${time.later(at, 'r.wait_ms')} END`;
  return {
    // An open delivery of an endpoint that was switched off or deleted on its way is held or cancelled (D:V16).
    decided: `SELECT r.*, CASE WHEN r.state = 'succeeded' THEN r.state WHEN e.deleted_at IS NOT NULL THEN 'cancelled'
        WHEN r.state = 'pending' AND NOT e.enabled THEN 'held' ELSE r.state END AS decided
      FROM ${SETTLEMENTS[dialect]} LEFT JOIN "shaon_webhook_endpoint" e ON e.id = r.endpoint_id`,
    delivery: `state = r.decided, failures = r.failures, last_status = r.status, last_error = r.last_error,
      due_at = ${due},
      finished_at = CASE WHEN r.decided IN ('succeeded', 'failed', 'cancelled') THEN ${now} END`,
    // Joined to nothing, so that no index by state is taken in place of the one by id.
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
 * Completes the attempts, settles the deliveries whose lease is still the claim's, and notes successes of endpoints:
 * on PostgreSQL one statement for any number of them. A delivery that somebody else owns by now stays as it is
 * (WEBHOOKS, Record).
 *
 * @returns those that were settled, as they were asked for
 */
export async function settle(
  all: AllCompanies,
  time: DueTime,
  settlements: readonly Settlement[],
): Promise<Settlement[]> {
  const rows = await (all.dialect === 'postgres' ? settleOnPostgres : settleOnSqlite)(all, time, settlements);
  const owned = new Map(rows.map((row) => [`${row.id}:${row.lease}`, String(row.state) as DeliveryState]));
  return settlements.flatMap((each) => {
    const state = owned.get(`${each.delivery_id}:${each.held_lease}`);
    return state === undefined ? [] : [{ ...each, state }];
  });
}

/**
 * By ids as well: PostgreSQL expects a hundred rows of JSON, and would read a small table to join them. Endpoints are
 * joined from the left so that it goes on expecting as many, and joins them by hash. Deliveries come before attempts (to
 * count them, all must be settled), the order in which a claim takes them: the other way round the two could wait for
 * each other.
 */
export function settleStatement(time: DueTime): string {
  const { decided, delivery, whereOwned, attempt, whereAttempted, health, whereNotable } = settlePieces(
    'postgres',
    time,
  );
  const among = (column: string) => `${column} = ANY(${unseen('$4', 'bigint[]')}::bigint[])`;
  return `WITH r AS MATERIALIZED (${decided} AND e.id = ANY(${unseen('$5', 'integer[]')}::integer[])), settled AS (
    UPDATE "shaon_webhook_delivery" AS d SET ${delivery} FROM r WHERE ${whereOwned} AND ${among('d.id')}
    RETURNING d.id, d.lease, d.state
  ), completed AS (
    UPDATE "shaon_webhook_attempt" AS a SET ${attempt}
    FROM r WHERE ${whereAttempted} AND ${among('a.delivery_id')} AND (SELECT count(*) FROM settled) >= 0
  ), noted AS (
    UPDATE "shaon_webhook_endpoint" SET ${health}
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM r WHERE outcome = 'success')) AND ${whereNotable}
  ) SELECT id, lease, state FROM settled`;
}

function settleOnPostgres(all: AllCompanies, time: DueTime, settlements: readonly Settlement[]): Promise<RawRow[]> {
  return all.rows(settleStatement(time), [
    JSON.stringify(settlements),
    time.value(),
    -SUCCESS_NOTED_EVERY_MS,
    settlements.map((each) => each.delivery_id),
    [...new Set(settlements.map((each) => each.endpoint_id))],
  ]);
}

async function settleOnSqlite(all: AllCompanies, time: DueTime, settlements: readonly Settlement[]): Promise<RawRow[]> {
  const { decided, delivery, whereOwned, attempt, whereAttempted, health, whereNotable } = settlePieces('sqlite', time);
  const values = [JSON.stringify(settlements), time.value()];
  const settled = await all.rows(
    `UPDATE "shaon_webhook_delivery" AS d SET ${delivery} FROM (${decided}) AS r WHERE ${whereOwned}
     RETURNING id, lease, state`,
    values,
  );
  await all.rows(
    `UPDATE "shaon_webhook_attempt" AS a SET ${attempt} FROM (${decided}) AS r WHERE ${whereAttempted}`,
    values,
  );
  const succeeded = settlements.filter(({ outcome }) => outcome === 'success').map((each) => each.endpoint_id);
  if (succeeded.length > 0) {
    await all.rows(
      `UPDATE "shaon_webhook_endpoint" SET ${health} WHERE id ${DIFFERENCES.sqlite.inList('$1')} AND ${whereNotable}`,
      [[...new Set(succeeded)], time.value(), -SUCCESS_NOTED_EVERY_MS],
    );
  }
  return settled;
}

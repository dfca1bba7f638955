import type { AllCompanies } from '@shaon/core/extension';
import type { DeliveryState } from '../deliveries/delivery.ts';
import type { DueTime } from './due-time.ts';
import type { AttemptOutcome } from './outcome.ts';

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
  readonly state: DeliveryState;
  readonly failures: number;
  readonly last_error: string | null;
  /** Until the next attempt; null when there is none, or not until the endpoint is switched on. */
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
  postgres: `json_to_recordset($1::json) AS r(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`,
  sqlite: `(SELECT ${Object.keys(COLUMNS)
    .map((name) => `value ->> '${name}' AS ${name}`)
    .join(', ')} FROM json_each($1)) AS r`,
};

/**
 * Completes the attempts, and settles the deliveries whose lease is still the claim's: two statements for any number
 * of them. A delivery that somebody else owns by now stays as it is (WEBHOOKS, Record).
 *
 * @returns those that were settled
 */
export async function settle(
  all: AllCompanies,
  time: DueTime,
  settlements: readonly Settlement[],
): Promise<Settlement[]> {
  const isPostgres = all.dialect === 'postgres';
  // By ids as well: PostgreSQL expects a hundred rows of JSON, and would read a small table to join them.
  const among = (column: string) => (isPostgres ? `AND ${column} = ANY($3)` : '');
  const values = [
    JSON.stringify(settlements),
    time.value(),
    ...(isPostgres ? [settlements.map((each) => each.delivery_id)] : []),
  ] as const;
  const now = time.now('$2');
  const due = time.later('$2', 'r.wait_ms');
  await all.rows(
    `UPDATE "shaon_webhook_attempt" AS a SET finished_at = ${now}, outcome = r.outcome, status = r.status,
       duration_ms = r.duration_ms, remote_ip = r.remote_ip, excerpt = r.excerpt, error_code = r.error_code,
       next_due_at = ${due}
     FROM ${SETTLEMENTS[all.dialect]} WHERE a.delivery_id = r.delivery_id AND a.number = r.number ${among('a.delivery_id')}`,
    values,
  );
  const rows = await all.rows(
    `UPDATE "shaon_webhook_delivery" AS d SET state = r.state, failures = r.failures, last_status = r.status,
       last_error = r.last_error, due_at = ${due},
       finished_at = CASE WHEN r.state IN ('succeeded', 'failed', 'cancelled') THEN ${now} END
     FROM ${SETTLEMENTS[all.dialect]}
     WHERE d.id = r.delivery_id AND d.lease = r.held_lease AND d.state = 'in_flight' ${among('d.id')} RETURNING id, lease`,
    values,
  );
  const owned = new Set(rows.map((row) => `${row.id}:${row.lease}`));
  return settlements.filter((each) => owned.has(`${each.delivery_id}:${each.held_lease}`));
}

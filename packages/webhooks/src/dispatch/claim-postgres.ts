import type { AllCompanies, RawRow } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { closeLostAttempts, takeAssignments, waitsOf } from './lost-leases.ts';
import { CLAIMED_COLUMNS, type ClaimSize, liveLeases, OPEN_ENDPOINTS, type Taken, unseen } from './open-endpoints.ts';

/**
 * The whole claim as one statement, and so a transaction by itself: nothing stays locked when its worker stands still.
 *
 * For each endpoint with room, those with the least on their way first, as many due rows as it has room for, locked,
 * those of other workers skipped; of them the ones whose endpoint has the least on its way come first. Their attempts
 * are begun with it.
 *
 * `max_inflight` is exact although room is counted before the endpoint is locked: whoever claims for an endpoint
 * rewrites its row, and PostgreSQL, on finding a locked row newer than what the statement sees, judges its condition
 * anew by the new version. Its `xmin` is then another, so that the endpoint is left for the next claim. Two that count
 * the same room would both fill it. The lock lets domain changes go on queueing deliveries to the endpoint.
 *
 * Updates go by lists of ids: as joins they were planned as sequential scans (WEBHOOKS, Claim).
 */
export function claimStatement(time: DueTime): string {
  const at = unseen('$1', 'timestamptz');
  const slots = unseen('$2', 'integer');
  const now = time.now(at);
  const take = takeAssignments('postgres', time, {
    now: at,
    leaseMs: unseen('$3', 'bigint'),
    maxInterruptions: unseen('$4', 'integer'),
    waits: unseen('$5', 'bigint[]'),
  });
  return `WITH RECURSIVE ${OPEN_ENDPOINTS}, counted AS MATERIALIZED (
    SELECT e.id, e.xmin AS version, e.max_inflight, ${liveLeases('postgres', now)} AS inflight,
      (SELECT min(d.due_at) FROM "shaon_webhook_delivery" d WHERE d.endpoint_id = e.id AND d.due_at <= ${now}) AS oldest
    FROM open_endpoint o JOIN "shaon_webhook_endpoint" e ON e.id = o.endpoint_id
    WHERE e.enabled AND e.deleted_at IS NULL
  ), wanted AS MATERIALIZED (
    SELECT id, version, inflight, max_inflight - inflight AS room FROM counted
    WHERE inflight < max_inflight AND oldest IS NOT NULL ORDER BY inflight, oldest LIMIT ${slots}
  ), locked AS MATERIALIZED (
    SELECT e.id, w.inflight, w.room FROM "shaon_webhook_endpoint" e JOIN wanted w ON w.id = e.id
    WHERE e.id = ANY(ARRAY(SELECT id FROM wanted)) AND e.xmin = w.version
    FOR NO KEY UPDATE OF e SKIP LOCKED
  ), due AS MATERIALIZED (
    SELECT l.inflight, l.id AS endpoint_id, x.id, x.due_at, x.attempts FROM locked l CROSS JOIN LATERAL (
      SELECT d.id, d.due_at, d.attempts FROM "shaon_webhook_delivery" d
      WHERE d.endpoint_id = l.id AND d.due_at <= ${now}
      ORDER BY d.due_at, d.id LIMIT least(l.room, ${slots}) FOR UPDATE SKIP LOCKED
    ) x
  ), chosen AS MATERIALIZED (
    SELECT id, endpoint_id, attempts FROM due
    ORDER BY inflight + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, id), due_at, id LIMIT ${slots}
  ), claimed_for AS (
    UPDATE "shaon_webhook_endpoint" SET max_inflight = max_inflight
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM chosen))
  ), lost AS (
    ${closeLostAttempts(time, at, '= ANY(ARRAY(SELECT id FROM chosen WHERE attempts > 0))')}
  ), taken AS (
    UPDATE "shaon_webhook_delivery" SET ${take} WHERE id = ANY(ARRAY(SELECT id FROM chosen))
    RETURNING id, company_id, event_id, endpoint_id, state, lease, attempts, failures, "trigger"
  ), begun AS (
    INSERT INTO "shaon_webhook_attempt" (company_id, delivery_id, number, started_at)
    SELECT company_id, id, attempts, ${now} FROM taken WHERE state = 'in_flight'
  )
  SELECT rest.is_contended, rest.is_full, claimed.* FROM (
    SELECT EXISTS (SELECT 1 FROM wanted WHERE id NOT IN (SELECT id FROM locked)) AS is_contended,
      EXISTS (SELECT 1 FROM counted c WHERE c.oldest IS NOT NULL
        AND c.max_inflight <= c.inflight + (SELECT count(*) FROM chosen WHERE endpoint_id = c.id)) AS is_full
  ) rest LEFT JOIN (
    SELECT ${CLAIMED_COLUMNS} FROM taken d JOIN "shaon_webhook_event" ev ON ev.id = d.event_id
    JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id
    LEFT JOIN "shaon_webhook_secret" s
      ON s.company_id = d.company_id AND s.endpoint_id = d.endpoint_id AND s.state <> 'revoked'
    WHERE d.state = 'in_flight'
  ) claimed ON true ORDER BY claimed.id, claimed.secret_id`;
}

export async function claimOnPostgres(
  all: AllCompanies,
  time: DueTime,
  options: Pick<ResolvedWebhooksOptions, 'maxInterruptions' | 'schedule'>,
  size: ClaimSize,
): Promise<Taken> {
  const rows: RawRow[] = await all.rows(claimStatement(time), [
    time.value(),
    size.slots,
    size.leaseMs,
    options.maxInterruptions,
    waitsOf(options.schedule),
  ]);
  const [rest] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    isContended: rest?.is_contended === true,
    isFull: rest?.is_full === true,
  };
}

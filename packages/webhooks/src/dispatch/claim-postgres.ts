import type { AllCompanies, RawRow } from '@shaon/core/extension';
import type { DueTime } from './due-time.ts';
import { type ClaimSize, liveLeases, OPEN_ENDPOINTS, type Taken } from './open-endpoints.ts';

/**
 * The endpoints to claim for, those with the least on their way first, each locked unless another worker is claiming
 * for it: two that count the same room would both fill it, and more than `max_inflight` be on their way. The lock lets
 * domain changes go on queueing deliveries to it.
 */
export function lockStatement(time: DueTime): string {
  const now = time.now('$1');
  return `WITH RECURSIVE ${OPEN_ENDPOINTS}, counted AS MATERIALIZED (
    SELECT e.id, e.max_inflight, ${liveLeases(now)} AS inflight,
      (SELECT min(d.due_at) FROM "shaon_webhook_delivery" d WHERE d.endpoint_id = e.id AND d.due_at <= ${now}) AS oldest
    FROM open_endpoint o JOIN "shaon_webhook_endpoint" e ON e.id = o.endpoint_id
    WHERE e.enabled AND e.deleted_at IS NULL
  ), wanted AS MATERIALIZED (
    SELECT id FROM counted WHERE inflight < max_inflight AND oldest IS NOT NULL ORDER BY inflight, oldest LIMIT $2
  ), locked AS MATERIALIZED (
    SELECT id FROM "shaon_webhook_endpoint" WHERE id = ANY(ARRAY(SELECT id FROM wanted)) FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT w.id, l.id IS NOT NULL AS is_locked FROM wanted w LEFT JOIN locked l ON l.id = w.id`;
}

/**
 * One statement: for each endpoint of `$4` as many due rows as it has room for, locked, those of other workers
 * skipped; of them the ones whose endpoint has the least on its way come first. It comes after the lock, so that it
 * counts what the last holder of the lock has claimed. The update goes by a list of ids: as a join it was planned as a
 * sequential scan (WEBHOOKS, Claim).
 */
export function claimStatement(time: DueTime): string {
  const now = time.now('$1');
  return `WITH room AS MATERIALIZED (
    SELECT e.id, e.max_inflight, ${liveLeases(now)} AS inflight
    FROM "shaon_webhook_endpoint" e WHERE e.id = ANY($4::integer[]) AND e.enabled AND e.deleted_at IS NULL
  ), due AS MATERIALIZED (
    SELECT r.inflight, x.id, x.due_at, r.id AS endpoint_id FROM room r CROSS JOIN LATERAL (
      SELECT d.id, d.due_at FROM "shaon_webhook_delivery" d
      WHERE d.endpoint_id = r.id AND d.due_at <= ${now}
      ORDER BY d.due_at, d.id LIMIT least(greatest(r.max_inflight - r.inflight, 0), $2) FOR UPDATE SKIP LOCKED
    ) x
  ), chosen AS (
    SELECT id FROM due
    ORDER BY inflight + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, id), due_at, id LIMIT $2
  )
  UPDATE "shaon_webhook_delivery" SET state = 'in_flight', lease = lease + 1, attempts = attempts + 1,
    due_at = ${time.later('$1', '$3')}
  WHERE id = ANY(ARRAY(SELECT id FROM chosen)) RETURNING id, attempts`;
}

export async function claimOnPostgres(all: AllCompanies, time: DueTime, size: ClaimSize): Promise<Taken> {
  const wanted = await all.rows(lockStatement(time), [time.value(), size.slots]);
  const endpoints = wanted.filter((row) => row.is_locked === true).map((row) => Number(row.id));
  const isContended = endpoints.length < wanted.length;
  if (endpoints.length === 0) return { ids: [], again: [], isContended };
  const rows = await all.rows(claimStatement(time), [time.value(), size.slots, size.leaseMs, endpoints]);
  const idsOf = (taken: readonly RawRow[]) => taken.map((row) => Number(row.id));
  return { ids: idsOf(rows), again: idsOf(rows.filter((row) => Number(row.attempts) > 1)), isContended };
}

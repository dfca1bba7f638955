import type { AllCompanies } from '@shaon/core/extension';
import type { DueTime } from './due-time.ts';
import { type ClaimSize, liveLeases, OPEN_ENDPOINTS } from './open-endpoints.ts';

/**
 * One statement: for each endpoint with open deliveries as many due rows as it has room for, locked, those of other
 * workers skipped; of them the ones whose endpoint has the least on its way come first. The update goes by a list of
 * ids: as a join it was planned as a sequential scan (WEBHOOKS, Claim).
 */
export function claimStatement(time: DueTime): string {
  const now = time.now('$1');
  return `WITH RECURSIVE ${OPEN_ENDPOINTS}, room AS MATERIALIZED (
    SELECT e.id, e.max_inflight, ${liveLeases(now)} AS inflight
    FROM open_endpoint o JOIN "shaon_webhook_endpoint" e ON e.id = o.endpoint_id
    WHERE e.enabled AND e.deleted_at IS NULL
  ), due AS MATERIALIZED (
    SELECT r.inflight, x.id, x.due_at, r.id AS endpoint_id FROM room r CROSS JOIN LATERAL (
      SELECT d.id, d.due_at FROM "shaon_webhook_delivery" d
      WHERE d.endpoint_id = r.id AND d.due_at <= ${now}
      ORDER BY d.due_at, d.id LIMIT greatest(r.max_inflight - r.inflight, 0) FOR UPDATE SKIP LOCKED
    ) x
  ), chosen AS (
    SELECT id FROM due
    ORDER BY inflight + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, id), due_at, id LIMIT $2
  )
  UPDATE "shaon_webhook_delivery" SET state = 'in_flight', lease = lease + 1, attempts = attempts + 1,
    due_at = ${time.later('$1', '$3')}
  WHERE id = ANY(ARRAY(SELECT id FROM chosen)) RETURNING id`;
}

/** Ids of the claimed deliveries. */
export async function claimOnPostgres(all: AllCompanies, time: DueTime, size: ClaimSize): Promise<number[]> {
  const rows = await all.rows(claimStatement(time), [time.value(), size.slots, size.leaseMs]);
  return rows.map((row) => Number(row.id));
}

/**
 * Every endpoint with an open delivery, one index probe each, however many deliveries it has: a common table
 * expression named `open_endpoint` that both databases understand.
 */
export const OPEN_ENDPOINTS = `open_endpoint(endpoint_id) AS (
    SELECT min(endpoint_id) FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(d.endpoint_id) FROM "shaon_webhook_delivery" d
      WHERE d.due_at IS NOT NULL AND d.endpoint_id > o.endpoint_id)
    FROM open_endpoint o WHERE o.endpoint_id IS NOT NULL
  )`;

/**
 * Live leases of the endpoint `e`: attempts on their way to it, whoever sends them. COALESCE keeps SQLite off the
 * index by due time, where a failing endpoint may have a hundred thousand retries waiting.
 */
export function liveLeases(now: string): string {
  return `(SELECT count(*) FROM "shaon_webhook_delivery" f
    WHERE f.state = 'in_flight' AND f.endpoint_id = e.id AND COALESCE(f.due_at, f.created_at) > ${now})`;
}

/** What a claim may take, and for how long. */
export interface ClaimSize {
  readonly slots: number;
  readonly leaseMs: number;
}

/** What a claim has taken. */
export interface Taken {
  /** Of deliveries. */
  readonly ids: readonly number[];
  /** Those of them that were attempted before, so that an attempt may have been left open by a lost worker. */
  readonly again: readonly number[];
  /** Whether something was left since another worker is claiming for its endpoint at this moment. */
  readonly isContended: boolean;
}

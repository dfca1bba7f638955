import type { AllCompanies, RawRow } from '@shaon/core/extension';

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
 * Live leases of the endpoint `e`, as far as they matter: attempts on their way to it, whoever sends them. Both
 * databases are led to the index by state, each in its own way. COALESCE keeps SQLite off the one by due time, where a
 * failing endpoint may have a hundred thousand retries waiting. LIMIT keeps PostgreSQL from reading it by a bitmap,
 * which finds all that was in flight since the last vacuum again and again; a plain scan marks it dead.
 */
export function liveLeases(dialect: AllCompanies['dialect'], now: string): string {
  const leases = `"shaon_webhook_delivery" f
    WHERE f.state = 'in_flight' AND f.endpoint_id = e.id AND COALESCE(f.due_at, f.created_at) > ${now}`;
  return dialect === 'postgres'
    ? `(SELECT count(*) FROM (SELECT 1 FROM ${leases} LIMIT e.max_inflight) AS live)`
    : `(SELECT count(*) FROM ${leases})`;
}

/**
 * A value of a statement on PostgreSQL that its plan does not depend on. Otherwise the server finds one plan for all
 * values hardly worse than one for these, and takes the time to plan the half of all claims anew: as long as they run.
 */
export function unseen(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type})`;
}

/** What sending a claimed delivery takes: of it (`d`), its event, its endpoint, and one of the endpoint's secrets. */
export const CLAIMED_COLUMNS = `d.id, d.company_id, d.endpoint_id, d.lease, d.attempts, d.failures, d."trigger",
  ev.type, ev.body, e.url, s.id AS secret_id, s.ciphertext, s.state AS secret_state, s.expires_at, s.overlap_hours`;

/** What a claim may take, and for how long. */
export interface ClaimSize {
  readonly slots: number;
  readonly leaseMs: number;
}

/** What a claim has taken. */
export interface Taken {
  /** Of `CLAIMED_COLUMNS`, by delivery: one row for each secret of its endpoint, which is one but in a rotation. */
  readonly rows: readonly RawRow[];
  /** Whether something was left since another worker is claiming for its endpoint at this moment. */
  readonly isContended: boolean;
  /** Whether an endpoint has no room for more, of which some may be due. */
  readonly isFull: boolean;
}

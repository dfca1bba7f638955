import {
  type AllCompanies,
  DIFFERENCES,
  type EveryCompanySql,
  everyCompanySql,
  type RawRow,
} from '@shaon/core/extension';
import { deliveryTable } from '../delivery-rows/delivery.ts';

/**
 * A common table expression `open_endpoint`: every endpoint with an open delivery, found by one index probe each,
 * however many deliveries it has.
 */
export const OPEN_ENDPOINTS: EveryCompanySql = everyCompanySql`open_endpoint(endpoint_id) AS (
    SELECT min(endpoint_id) FROM ${deliveryTable} WHERE due_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(d.endpoint_id) FROM ${deliveryTable} d
      WHERE d.due_at IS NOT NULL AND d.endpoint_id > o.endpoint_id)
    FROM open_endpoint o WHERE o.endpoint_id IS NOT NULL
  )`;

/** How many due deliveries a claim looks at, oldest first, for the endpoints that it may take from. */
const HEAD = 200;
/** How many endpoints with something open a claim looks at beside these. */
const STEPS = 100;

/**
 * Common table expressions for a claim: `open_endpoint`, the endpoints that it may take from, and `walk`. It costs the same
 * however many endpoints wait, because it looks at what has been due longest. If more is due than it looks at, a single
 * endpoint without room may have filled that, so it also walks through some endpoints with something open, by id. The next
 * claim goes on where this one has stopped: each endpoint has its turn.
 *
 * @param now SQL for now
 * @param after the parameter for the id behind which the walk begins
 */
export function endpointsToClaim(now: string, after: string): EveryCompanySql {
  const nextOpen = (id: string) => everyCompanySql`(SELECT min(d.endpoint_id) FROM ${deliveryTable} d
      WHERE d.due_at IS NOT NULL AND d.endpoint_id > ${id})`;
  return everyCompanySql`head AS MATERIALIZED (
    SELECT endpoint_id FROM ${deliveryTable} WHERE due_at <= ${now} ORDER BY due_at LIMIT ${HEAD}
  ), walk(endpoint_id, step) AS (
    SELECT ${nextOpen(after)}, 1 WHERE (SELECT count(*) FROM head) = ${HEAD}
    UNION ALL
    SELECT ${nextOpen('w.endpoint_id')}, w.step + 1 FROM walk w WHERE w.endpoint_id IS NOT NULL AND w.step < ${STEPS}
  ), open_endpoint(endpoint_id) AS (
    SELECT endpoint_id FROM head UNION SELECT endpoint_id FROM walk WHERE endpoint_id IS NOT NULL
  )`;
}

/** Where the walk of `endpointsToClaim` has stopped before its end; null when it has come to the end. */
export const STOPPED_AT = `(SELECT endpoint_id FROM walk WHERE step = ${STEPS})`;

/**
 * How many attempts are on their way to the endpoint `e`, from all workers. COALESCE makes SQLite take the index by state
 * instead of the one by due time, in which a failing endpoint may have a hundred thousand retries. LIMIT makes PostgreSQL
 * read that index by a plain scan. A bitmap scan would meet everything that was in flight since the last vacuum each time;
 * a plain scan marks it dead.
 */
export function liveLeases(dialect: AllCompanies['dialect'], now: string): EveryCompanySql {
  const leases = everyCompanySql`${deliveryTable} f
    WHERE f.state = 'in_flight' AND f.endpoint_id = e.id AND COALESCE(f.due_at, f.created_at) > ${now}`;
  return dialect === 'postgres'
    ? everyCompanySql`(SELECT count(*) FROM (SELECT 1 FROM ${leases} LIMIT e.max_inflight) AS live)`
    : everyCompanySql`(SELECT count(*) FROM ${leases})`;
}

/**
 * A parameter as PostgreSQL's planner cannot look into it. Otherwise the server plans about half of all claims anew for
 * their values, which takes as long as running them and gives the same plan.
 */
export function hiddenFromPlanner(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type})`;
}

/** What sending needs of a claimed delivery `d`, its event `ev`, its endpoint `e` and one of the endpoint's secrets `s`. */
export function claimedColumns(dialect: AllCompanies['dialect']): string {
  return `d.id, d.company_id, d.endpoint_id, d.lease, d.attempts, d.failures, d."trigger",
  ev.type, ev.body, e.url, s.id AS secret_id, s.ciphertext, s.state AS secret_state,
  ${DIFFERENCES[dialect].instantAsMs('s.expires_at')} AS expires_at, s.overlap_hours`;
}

/** Reads `stopped_at` from a row. */
export function stoppedAtOf(row: RawRow | undefined): number | null {
  return row?.stopped_at == null ? null : Number(row.stopped_at);
}

/** What a claim may take, and for how long. */
export interface ClaimSize {
  readonly slots: number;
  readonly leaseMs: number;
  /** Where the walk through the endpoints goes on: behind this endpoint. */
  readonly after: number;
}

/** What a claim has taken. */
export interface Taken {
  /** `claimedColumns`, by delivery: one row for each secret of its endpoint, of which there are several in a rotation. */
  readonly rows: readonly RawRow[];
  /** Whether something was left because another worker is claiming for its endpoint at this moment. */
  readonly isContended: boolean;
  /** Whether an endpoint has no room for more, of which some may be due. */
  readonly isFull: boolean;
  /** Where the walk through the endpoints has stopped; null when it has come to the end. */
  readonly stoppedAt: number | null;
}

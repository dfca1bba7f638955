import {
  type AllCompanies,
  DIFFERENCES,
  type EveryCompanySql,
  everyCompanySql,
  type RawRow,
} from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';

/**
 * A common table expression `open_endpoint`: every endpoint with an open delivery, found with one index probe each,
 * however many deliveries it has.
 */
export const OPEN_ENDPOINTS: EveryCompanySql = everyCompanySql`open_endpoint(endpoint_id) AS (
    SELECT min(endpoint_id) FROM ${deliveryTable} WHERE due_at IS NOT NULL
    UNION ALL
    SELECT (SELECT min(d.endpoint_id) FROM ${deliveryTable} d
      WHERE d.due_at IS NOT NULL AND d.endpoint_id > o.endpoint_id)
    FROM open_endpoint o WHERE o.endpoint_id IS NOT NULL
  )`;

/** How many due deliveries a claim reads, oldest first, to find endpoints. */
const HEAD = 200;
/** How many endpoints with open deliveries a claim also looks at. */
const STEPS = 100;

/**
 * Common table expressions for a claim: `open_endpoint`, the endpoints to take from, and `walk`. The cost does not
 * depend on the number of waiting endpoints, because only the deliveries that have been due longest are read. If
 * more are due than it reads, one endpoint without room might fill all of them, so it also walks through some endpoints
 * with open deliveries, by id. The next claim continues where this one stopped, so each endpoint gets its turn.
 *
 * @param now SQL for now
 * @param after the parameter for the id after which the walk begins
 */
export function endpointsToClaim(now: string, after: string): EveryCompanySql {
  const nextOpen = (id: string) => everyCompanySql`(SELECT min(d.endpoint_id) FROM ${deliveryTable} d
      WHERE d.due_at IS NOT NULL AND d.endpoint_id > ${id})`;
  return everyCompanySql`head AS MATERIALIZED (
    SELECT d.endpoint_id FROM ${deliveryTable} d WHERE d.due_at <= ${now} AND ${IS_FREE} ORDER BY d.due_at LIMIT ${HEAD}
  ), walk(endpoint_id, step) AS (
    SELECT ${nextOpen(after)}, 1 WHERE (SELECT count(*) FROM head) = ${HEAD}
    UNION ALL
    SELECT ${nextOpen('w.endpoint_id')}, w.step + 1 FROM walk w WHERE w.endpoint_id IS NOT NULL AND w.step < ${STEPS}
  ), open_endpoint(endpoint_id) AS (
    SELECT endpoint_id FROM head UNION SELECT endpoint_id FROM walk WHERE endpoint_id IS NOT NULL
  )`;
}

/** Where the walk of `endpointsToClaim` stopped before its end; null if it reached the end. */
export const STOPPED_AT = `(SELECT endpoint_id FROM walk WHERE step = ${STEPS})`;

/** Whether nobody has claimed the delivery `d`. One whose worker is lost is due, but still in flight. */
export const IS_FREE = `d.state = 'pending'`;

/**
 * How many attempts are in flight to the endpoint `e`, from all workers, of those whose lease has not ended. LIMIT makes
 * PostgreSQL read the index with a plain scan. A bitmap scan would visit every row that was in flight since the last
 * vacuum each time; a plain scan marks it dead.
 */
export function inFlight(dialect: AllCompanies['dialect'], now: string): EveryCompanySql {
  const leases = everyCompanySql`${deliveryTable} d WHERE d.endpoint_id = e.id AND d.state = 'in_flight' AND d.due_at > ${now}`;
  return dialect === 'postgres'
    ? everyCompanySql`(SELECT count(*) FROM (SELECT 1 FROM ${leases} LIMIT e.max_inflight) AS live)`
    : everyCompanySql`(SELECT count(*) FROM ${leases})`;
}

/**
 * When the free delivery of the endpoint `e` that has waited longest was due; null if none is. The order has the id because
 * PostgreSQL searched for a plain minimum in the index by due time, past the deliveries of all other endpoints.
 */
export function oldestDue(now: string): EveryCompanySql {
  return everyCompanySql`(SELECT d.due_at FROM ${deliveryTable} d
    WHERE d.endpoint_id = e.id AND d.due_at <= ${now} AND ${IS_FREE} ORDER BY d.due_at, d.id LIMIT 1)`;
}

/**
 * A parameter in a form that PostgreSQL's planner cannot evaluate. Otherwise the server plans about half of all claims
 * again for their values, which takes as long as running them and gives the same plan.
 */
export function hiddenFromPlanner(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type})`;
}

/** The data for sending a claimed delivery `d`: its event `ev`, its endpoint `e` and one of its secrets `s`. */
export function claimedColumns(dialect: AllCompanies['dialect']): string {
  return `d.id, d.company_id, d.endpoint_id, d.attempts, d.failures, d."trigger",
  ev.type, ev.body, e.url, s.id AS secret_id, s.ciphertext, s.state AS secret_state,
  ${DIFFERENCES[dialect].instantAsMs('s.expires_at')} AS expires_at, s.overlap_hours`;
}

/** Reads `stopped_at` from a row. */
export function stoppedAtOf(row: RawRow | undefined): number | null {
  return row?.stopped_at == null ? null : Number(row.stopped_at);
}

/** How much a claim may take, and for how long. */
export interface ClaimSize {
  readonly slots: number;
  readonly leaseMs: number;
  /** The walk through the endpoints continues after this one. */
  readonly after: number;
}

/** The result of a claim. */
export interface Taken {
  /** `claimedColumns` by delivery: one row for each secret of its endpoint; during a rotation there are several. */
  readonly rows: readonly RawRow[];
  /** Whether something was left because another worker is claiming for its endpoint at this moment. */
  readonly isContended: boolean;
  /** Where the walk through the endpoints stopped; null if it reached the end. */
  readonly stoppedAt: number | null;
}

import { type AllCompanies, everyCompanySql, type RawRow } from '@shaon/core/storage';
import { attemptTable } from '../deliveries/attempt.ts';
import { eventTable } from '../deliveries/event.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { secretTable } from '../endpoints/endpoint-secret.ts';
import { memoizedByClock, type SqlClock } from '../sql-clock.ts';
import {
  type ClaimSize,
  claimedColumns,
  endpointsToClaim,
  hiddenFromPlanner,
  IS_FREE,
  inFlight,
  oldestDue,
  STOPPED_AT,
  stoppedAtOf,
  type Taken,
} from './claim-statements.ts';

/**
 * The whole claim in one statement. It is a transaction by itself, so that a suspended worker keeps no locks.
 *
 * 1. It selects endpoints with room and due deliveries, those with the fewest attempts in flight first.
 * 2. It locks them, skipping those that another worker has locked, and reads as many due deliveries of each as it has
 *    room for. Whoever claims or switches off holds this lock, so the deliveries themselves need none.
 * 3. Of these deliveries it takes as many as there are slots, in turns between endpoints.
 *
 * `max_inflight` is exact although room is counted before the endpoint is locked. A claim rewrites the rows of its
 * endpoints. When PostgreSQL locks a row that is newer than the statement's snapshot, it checks the condition again on
 * the new row; `xmin` then differs, so the endpoint is left for the next claim. Otherwise two claims that count the
 * same room would both fill it. The lock lets domain changes queue deliveries to the endpoint.
 *
 * Updates use lists of ids, because as joins they were planned as sequential scans: 6 claims a second instead of 562.
 */
const claimStatement = memoizedByClock((sqlClock) => {
  const at = hiddenFromPlanner('$1', 'timestamptz');
  const slots = hiddenFromPlanner('$2', 'integer');
  const now = sqlClock.now(at);
  const until = sqlClock.later(at, hiddenFromPlanner('$3', 'bigint'));
  return everyCompanySql`WITH RECURSIVE ${endpointsToClaim(now, hiddenFromPlanner('$4', 'integer'))}, counted AS MATERIALIZED (
    SELECT e.id, e.xmin AS version, e.max_inflight, ${inFlight('postgres', now)} AS inflight, ${oldestDue(now)} AS oldest
    FROM open_endpoint o JOIN ${endpointTable} e ON e.id = o.endpoint_id
    WHERE e.enabled AND e.deleted_at IS NULL
  ), wanted AS MATERIALIZED (
    SELECT id, version, inflight, max_inflight - inflight AS room FROM counted
    WHERE inflight < max_inflight AND oldest IS NOT NULL ORDER BY inflight, oldest LIMIT ${slots}
  ), locked AS MATERIALIZED (
    SELECT e.id, w.inflight, w.room FROM ${endpointTable} e JOIN wanted w ON w.id = e.id
    WHERE e.id = ANY(ARRAY(SELECT id FROM wanted)) AND e.xmin = w.version
    FOR NO KEY UPDATE OF e SKIP LOCKED
  ), due AS MATERIALIZED (
    SELECT l.inflight, x.* FROM locked l CROSS JOIN LATERAL (
      SELECT d.id, d.endpoint_id, d.due_at FROM ${deliveryTable} d
      WHERE d.endpoint_id = l.id AND d.due_at <= ${now} AND ${IS_FREE}
      ORDER BY d.due_at, d.id LIMIT least(l.room, ${slots})
    ) x
  ), chosen AS MATERIALIZED (
    SELECT * FROM due
    ORDER BY inflight + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, id), due_at, id LIMIT ${slots}
  ), claimed_for AS (
    UPDATE ${endpointTable} SET max_inflight = max_inflight
    WHERE id = ANY(ARRAY(SELECT endpoint_id FROM chosen))
  ), taken AS (
    UPDATE ${deliveryTable} AS d SET state = 'in_flight', attempts = d.attempts + 1, due_at = ${until}
    WHERE d.id = ANY(ARRAY(SELECT id FROM chosen)) AND ${IS_FREE}
    RETURNING d.id, d.company_id, d.event_id, d.endpoint_id, d.attempts, d.failures, d."trigger"
  ), begun AS (
    INSERT INTO ${attemptTable} (company_id, delivery_id, number, started_at)
    SELECT company_id, id, attempts, ${now} FROM taken
  )
  SELECT rest.is_contended, rest.stopped_at, claimed.* FROM (
    SELECT EXISTS (SELECT 1 FROM wanted WHERE id NOT IN (SELECT id FROM locked)) AS is_contended,
      ${STOPPED_AT} AS stopped_at
  ) rest LEFT JOIN (
    SELECT ${claimedColumns('postgres')} FROM taken d JOIN ${eventTable} ev ON ev.id = d.event_id
    JOIN ${endpointTable} e ON e.id = d.endpoint_id
    LEFT JOIN ${secretTable} s
      ON s.company_id = d.company_id AND s.endpoint_id = d.endpoint_id AND s.state <> 'revoked'
  ) claimed ON true ORDER BY claimed.id, claimed.secret_id`;
});

export async function claimOnPostgres(all: AllCompanies, sqlClock: SqlClock, size: ClaimSize): Promise<Taken> {
  const rows: RawRow[] = await all.run(claimStatement(sqlClock), [
    sqlClock.value(),
    size.slots,
    size.leaseMs,
    size.after,
  ]);
  const [rest] = rows;
  return {
    rows: rows.filter((row) => row.id !== null),
    isContended: rest?.is_contended === true,
    stoppedAt: stoppedAtOf(rest),
  };
}

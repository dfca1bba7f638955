import { type AllCompanies, type EveryCompanySql, everyCompanySql } from '@shaon/core/extension';
import { type DatabaseClock, memoizedByClock } from '../database-clock.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { flightTable } from '../delivery-rows/flight.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { liveLeases, OPEN_ENDPOINTS, oldestDue } from './claim-statements.ts';

/** Deliveries that wait to be sent, over all companies. */
export interface Backlog {
  /** Deliveries that are due now. */
  readonly due: number;
  /** How long the oldest of them has been due, in ms; 0 if there is none. */
  readonly oldestDueMs: number;
  /**
   * The same for deliveries whose endpoint has room for an attempt, which a sender with free slots should be sending.
   */
  readonly oldestSendableMs: number;
}

/** Reads the backlog with one index range for each endpoint that has open deliveries. */
export async function readBacklog(all: AllCompanies, time: DatabaseClock): Promise<Backlog> {
  const [row] = await all.rows(statements[all.dialect](time), [time.value()]);
  return { due: Number(row?.due), oldestDueMs: Number(row?.oldest), oldestSendableMs: Number(row?.sendable) };
}

const statements = {
  postgres: memoizedByClock((time) => backlogStatement('postgres', time)),
  sqlite: memoizedByClock((time) => backlogStatement('sqlite', time)),
};

function backlogStatement(dialect: AllCompanies['dialect'], time: DatabaseClock): EveryCompanySql {
  const now = time.now('$1');
  const sinceMs =
    dialect === 'postgres'
      ? (column: string) => `COALESCE(EXTRACT(EPOCH FROM ${now} - ${column}) * 1000, 0)`
      : (column: string) => `COALESCE(${now} - ${column}, 0)`;
  return everyCompanySql`WITH RECURSIVE ${OPEN_ENDPOINTS}, waiting AS (
       SELECT e.max_inflight > ${liveLeases(dialect, now)} AS has_room,
         ${oldestDue(now)} AS oldest,
         (SELECT count(*) FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND d.due_at <= ${now}
           AND d.id NOT IN (SELECT f.id FROM ${flightTable} f WHERE f.until > ${now})) AS due
       FROM open_endpoint o JOIN ${endpointTable} e ON e.id = o.endpoint_id
       WHERE e.enabled AND e.deleted_at IS NULL
     ) SELECT COALESCE(SUM(due), 0) AS due, ${sinceMs('MIN(oldest)')} AS oldest,
         ${sinceMs('MIN(CASE WHEN has_room THEN oldest END)')} AS sendable FROM waiting`;
}

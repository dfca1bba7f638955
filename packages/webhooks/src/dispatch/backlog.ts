import { type AllCompanies, type EveryCompanySql, everyCompanySql } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import { memoizedByClock, type SqlClock } from '../sql-clock.ts';
import { inFlight, OPEN_ENDPOINTS, oldestDue } from './claim-statements.ts';

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

/** Counts every due delivery, so it takes longer the more are due. */
export async function readBacklog(all: AllCompanies, sqlClock: SqlClock): Promise<Backlog> {
  const [row] = await all.run(backlogStatements[all.dialect](sqlClock), [sqlClock.value()]);
  return { due: Number(row?.due), oldestDueMs: Number(row?.oldest), oldestSendableMs: Number(row?.sendable) };
}

/** `oldestSendableMs` alone, which takes the same time however many deliveries are due: anybody may probe at any rate. */
export async function readOldestSendableMs(all: AllCompanies, sqlClock: SqlClock): Promise<number> {
  const [row] = await all.run(oldestSendableStatements[all.dialect](sqlClock), [sqlClock.value()]);
  return Number(row?.sendable);
}

const backlogStatements = {
  postgres: memoizedByClock((sqlClock) => backlogStatement('postgres', sqlClock)),
  sqlite: memoizedByClock((sqlClock) => backlogStatement('sqlite', sqlClock)),
};

const oldestSendableStatements = {
  postgres: memoizedByClock((sqlClock) => oldestSendableStatement('postgres', sqlClock)),
  sqlite: memoizedByClock((sqlClock) => oldestSendableStatement('sqlite', sqlClock)),
};

function backlogStatement(dialect: AllCompanies['dialect'], sqlClock: SqlClock): EveryCompanySql {
  const now = sqlClock.now('$1');
  const due = everyCompanySql`(SELECT count(*) FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND d.due_at <= ${now})`;
  return everyCompanySql`WITH RECURSIVE ${OPEN_ENDPOINTS}, waiting AS (
       SELECT ${hasRoom(dialect, now)} AS has_room, ${oldestDue(now)} AS oldest, ${due} AS due ${OF_OPEN_ENDPOINTS}
     ) SELECT COALESCE(SUM(due), 0) AS due, ${sinceMs(dialect, now, 'MIN(oldest)')} AS oldest,
         ${sinceMs(dialect, now, 'MIN(CASE WHEN has_room THEN oldest END)')} AS sendable FROM waiting`;
}

function oldestSendableStatement(dialect: AllCompanies['dialect'], sqlClock: SqlClock): EveryCompanySql {
  const now = sqlClock.now('$1');
  return everyCompanySql`WITH RECURSIVE ${OPEN_ENDPOINTS}, waiting AS (
       SELECT ${oldestDue(now)} AS oldest ${OF_OPEN_ENDPOINTS} AND ${hasRoom(dialect, now)}
     ) SELECT ${sinceMs(dialect, now, 'MIN(oldest)')} AS sendable FROM waiting`;
}

const OF_OPEN_ENDPOINTS = everyCompanySql`FROM open_endpoint o JOIN ${endpointTable} e ON e.id = o.endpoint_id
       WHERE e.enabled AND e.deleted_at IS NULL`;

const hasRoom = (dialect: AllCompanies['dialect'], now: string): EveryCompanySql =>
  everyCompanySql`e.max_inflight > ${inFlight(dialect, now)}`;

/** How long ago a moment was, in ms; 0 for none. */
const sinceMs = (dialect: AllCompanies['dialect'], now: string, moment: string): string =>
  dialect === 'postgres'
    ? `COALESCE(EXTRACT(EPOCH FROM ${now} - ${moment}) * 1000, 0)`
    : `COALESCE(${now} - ${moment}, 0)`;

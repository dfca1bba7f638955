import { type AllCompanies, everyCompanySql } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import type { SqlClock } from '../sql-clock.ts';
import { inFlight, OPEN_ENDPOINTS, oldestDue } from './claim-statements.ts';

/** Deliveries that wait to be sent, over all companies. */
export interface Backlog {
  /** Deliveries that are due now. */
  readonly due: number;
  /** How long the oldest of them has been due, in ms; 0 if there is none. */
  readonly oldestDueMs: number;
}

/** Counts every due delivery, so it takes longer the more are due. */
export async function readBacklog(all: AllCompanies, sqlClock: SqlClock): Promise<Backlog> {
  const now = sqlClock.now('$1');
  const [row] = await all.run(
    everyCompanySql`WITH due AS (
      SELECT d.due_at FROM ${deliveryTable} d JOIN ${endpointTable} e ON e.id = d.endpoint_id
      WHERE d.due_at <= ${now} AND e.enabled AND e.deleted_at IS NULL
    ) SELECT COUNT(*) AS due, ${sinceMs(all.dialect, now, 'MIN(due_at)')} AS oldest FROM due`,
    [sqlClock.value()],
  );
  return { due: Number(row?.due), oldestDueMs: Number(row?.oldest) };
}

/**
 * How long the oldest due delivery has been due whose endpoint has room for an attempt: a sender with free slots should
 * be sending it. Takes the same time however many deliveries are due: anybody may probe at any rate.
 */
export async function readOldestSendableMs(all: AllCompanies, sqlClock: SqlClock): Promise<number> {
  const now = sqlClock.now('$1');
  const [row] = await all.run(
    everyCompanySql`WITH RECURSIVE ${OPEN_ENDPOINTS}, waiting AS (
      SELECT ${oldestDue(now)} AS oldest FROM open_endpoint o JOIN ${endpointTable} e ON e.id = o.endpoint_id
      WHERE e.enabled AND e.deleted_at IS NULL AND e.max_inflight > ${inFlight(all.dialect, now)}
    ) SELECT ${sinceMs(all.dialect, now, 'MIN(oldest)')} AS sendable FROM waiting`,
    [sqlClock.value()],
  );
  return Number(row?.sendable);
}

/** How long ago a moment was, in ms; 0 for none. */
const sinceMs = (dialect: AllCompanies['dialect'], now: string, moment: string): string =>
  dialect === 'postgres'
    ? `COALESCE(EXTRACT(EPOCH FROM ${now} - ${moment}) * 1000, 0)`
    : `COALESCE(${now} - ${moment}, 0)`;

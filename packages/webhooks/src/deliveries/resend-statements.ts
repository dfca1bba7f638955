import type { Dialect } from '@shaon/core';
import { type CompanyChangeSql, type CompanySql, companySql, DIFFERENCES } from '@shaon/core/storage';
import { HOUR_MS } from '@shaon/core/time';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import type { SqlClock } from '../sql-clock.ts';
import { eventTable } from './event.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** In a SELECT list PostgreSQL assumes that an untyped parameter is text. */
const endpointParameter = { sqlite: '$2', postgres: '$2::integer' };

/** The next run of the event `$3` to the endpoint `$2`. */
export function queueNextRun(dialect: Dialect, sqlClock: SqlClock): CompanyChangeSql {
  return queueDeliveries({
    eventId: 'ev.id',
    eventType: 'ev.type',
    endpointId: endpointParameter[dialect],
    run: companySql`(SELECT COALESCE(MAX(r.run), 0) + 1 FROM ${deliveryTable} r
      WHERE r.event_id = ev.id AND r.endpoint_id = $2)`,
    trigger: '$4',
    state: `'pending'`,
    dueAt: sqlClock.now('$5'),
    createdAt: sqlClock.now('$5'),
    from: companySql`FROM ${eventTable} ev WHERE ev.id = $3`,
    returning: 'id',
  });
}

/** The most events of one replay. */
export const MAX_REPLAYED = 10_000;

/**
 * The events queued from `$3` on whose last run to the endpoint `$2` has failed or was cancelled. Events with an open
 * delivery are left out, and so are tests, because a receiver has not missed sample data (D:V24). An index skips
 * deliveries that ended before `$4`, which `endedSince` derives from `$3`.
 */
const MISSED = companySql`${deliveryTable} ended JOIN ${eventTable} ev ON ev.id = ended.event_id
  WHERE ended.endpoint_id = $2 AND ended.state IN ('failed', 'cancelled')
  AND ended.trigger <> 'test' AND ended.finished_at >= $4 AND ev.queued_at >= $3
  AND NOT EXISTS (SELECT 1 FROM ${deliveryTable} later
    WHERE later.event_id = ended.event_id AND later.endpoint_id = $2 AND later.run > ended.run)`;

/** A delivery ends after its event was queued, but the database's clock may be behind, so an hour is subtracted. */
export function endedSince(from: Date): Date {
  return new Date(from.getTime() - HOUR_MS);
}

/** The next run of each event of `MISSED`; the ended runs are locked, so that retention cannot delete the events. */
export function queueReplay(dialect: Dialect, sqlClock: SqlClock): CompanyChangeSql {
  const { forUpdate } = DIFFERENCES[dialect];
  return queueDeliveries({
    eventId: 'ended.event_id',
    eventType: 'ev.type',
    endpointId: endpointParameter[dialect],
    run: 'ended.run + 1',
    trigger: `'replay'`,
    state: `'pending'`,
    dueAt: sqlClock.now('$5'),
    createdAt: sqlClock.now('$5'),
    from: companySql`FROM ${MISSED} ORDER BY ended.event_id LIMIT $6 ${forUpdate === '' ? '' : `${forUpdate} OF ended`}`,
    returning: 'id',
  });
}

/** How many events `queueReplay` would send, at most `$5`. */
export const COUNT_REPLAY: CompanySql = companySql`SELECT count(*) AS total FROM (SELECT 1 FROM ${MISSED} LIMIT $5) AS found`;

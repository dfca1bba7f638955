import type { Dialect } from '@shaon/core';
import { type CompanyChangeSql, companySql, DIFFERENCES } from '@shaon/core/extension';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import type { DueTime } from '../due-time.ts';
import { eventTable } from './event.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** In a SELECT list PostgreSQL takes an untyped parameter for text. */
const endpointParameter = { sqlite: '$2', postgres: '$2::integer' };

/** The next run of the event `$3` to the endpoint `$2`. */
export function queueNextRun(dialect: Dialect, time: DueTime): CompanyChangeSql {
  return queueDeliveries({
    eventId: 'ev.id',
    endpointId: endpointParameter[dialect],
    run: companySql`(SELECT COALESCE(MAX(r.run), 0) + 1 FROM ${deliveryTable} r
      WHERE r.event_id = ev.id AND r.endpoint_id = $2)`,
    trigger: '$4',
    state: `'pending'`,
    dueAt: time.now('$5'),
    createdAt: time.now('$5'),
    from: companySql`FROM ${eventTable} ev WHERE ev.id = $3`,
    returning: 'id',
  });
}

/**
 * The next run of each event queued from `$3` and before `$4` whose last run to the endpoint `$2` has ended in one of
 * `states`: an open delivery is not doubled. The ended runs are locked, so that retention does not remove their events
 * in the meantime.
 */
export function queueReplay(dialect: Dialect, time: DueTime, states: readonly DeliveryState[]): CompanyChangeSql {
  const { forUpdate } = DIFFERENCES[dialect];
  return queueDeliveries({
    eventId: 'ev.id',
    endpointId: endpointParameter[dialect],
    run: 'ended.run + 1',
    trigger: `'replay'`,
    state: `'pending'`,
    dueAt: time.now('$5'),
    createdAt: time.now('$5'),
    from: companySql`FROM ${eventTable} ev JOIN ${deliveryTable} ended ON ended.event_id = ev.id AND ended.endpoint_id = $2
      WHERE ev.queued_at >= $3 AND ev.queued_at < $4 AND ended.state IN (${states.map((state) => `'${state}'`).join(', ')})
      AND NOT EXISTS (SELECT 1 FROM ${deliveryTable} later
        WHERE later.event_id = ev.id AND later.endpoint_id = $2 AND later.run > ended.run)
      ORDER BY ev.id LIMIT $6 ${forUpdate === '' ? '' : `${forUpdate} OF ended`}`,
    returning: 'id',
  });
}

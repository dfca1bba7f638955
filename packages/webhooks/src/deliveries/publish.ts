import { type DomainEvent, type EventSink, formatInstant, systemActor } from '@shaon/core';
import { CompanyTransaction, type Database } from '@shaon/core/extension';
import type { DueTime } from '../dispatch/due-time.ts';
import { eventTable } from './event.ts';

/** Whether anybody hears of it, and the zone in which the company's times are told. */
const SUBSCRIBED = `SELECT c.zone FROM "shaon_company" c WHERE c.id = $2 AND EXISTS (
  SELECT 1 FROM "shaon_webhook_endpoint_event" s JOIN "shaon_webhook_endpoint" e ON e.id = s.endpoint_id
  WHERE s.company_id = $1 AND s.type = $3 AND e.deleted_at IS NULL)`;

/** One delivery for each subscribed endpoint; those of a switched-off one are held (D:V16). */
function fanOut(time: DueTime, createdAt: string): string {
  return `INSERT INTO "shaon_webhook_delivery" ("company_id", "event_id", "endpoint_id", "run", "trigger", "state",
    "due_at", "lease", "attempts", "failures", "interruptions", "created_at")
  SELECT e.company_id, ev.id, e.id, 1, 'auto', CASE WHEN e.enabled THEN 'pending' ELSE 'held' END,
    CASE WHEN e.enabled THEN ${time.now('$3')} END, 0, 0, 0, 0, ${createdAt}
  FROM "shaon_webhook_event" ev
  JOIN "shaon_webhook_endpoint_event" s ON s.company_id = ev.company_id AND s.type = ev.type
  JOIN "shaon_webhook_endpoint" e ON e.id = s.endpoint_id
  WHERE ev.company_id = $1 AND ev.id = $2 AND e.deleted_at IS NULL ORDER BY e.id`;
}

/**
 * The sink by which core's events become deliveries, inside the domain transaction: both or neither (D:V21). No
 * network, no name, no secret and no NOTIFY is touched here, so a broken endpoint never fails a domain write.
 *
 * @param wake called once the transaction is committed
 */
export function createEventSink(database: Database, time: DueTime, wake: () => void): EventSink {
  const insertDeliveries = fanOut(time, 'ev.queued_at');
  return {
    name: 'webhooks',
    usesManagerOnly: true,
    async publish(event, manager) {
      const company = new CompanyTransaction(manager, database.dialect, systemActor(event.companyId));
      const [subscribed] = await company.rows(SUBSCRIBED, [event.companyId, event.type]);
      if (subscribed === undefined) return;
      const row = await company.insert(eventTable, {
        type: event.type,
        body: eventBody(event, String(subscribed.zone)),
        queuedAt: event.occurredAt,
      });
      await company.rows(insertDeliveries, [row.id, time.value()]);
      database.unitOfWork.afterCommit(manager, wake);
    },
  };
}

/** The request body of an event, for ever (SPEC 6, Delivery; D:V2): three members in this order. */
export function eventBody(event: Pick<DomainEvent, 'type' | 'data' | 'occurredAt'>, zone: string): string {
  return JSON.stringify({ event: event.type, data: event.data, sent_at: formatInstant(event.occurredAt, zone) });
}

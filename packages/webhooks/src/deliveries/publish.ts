import { type DomainEvent, type EventSink, formatInstant, systemActor } from '@shaon/core';
import { CompanyTransaction, type Database } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import { eventTable } from './event.ts';

/** Queues an event to whoever subscribes to it; false, and nothing is written, where nobody does. */
type QueueEvent = (company: CompanyTransaction, event: DomainEvent) => Promise<boolean>;

/**
 * The sink by which core's events become deliveries, inside the domain transaction: both or neither (D:V21). No
 * network, no name, no secret and no NOTIFY is touched here, so a broken endpoint never fails a domain write.
 *
 * @param wake called once the transaction is committed
 */
export function createEventSink(database: Database, time: DueTime, wake: () => void): EventSink {
  const queueEvent = (database.dialect === 'postgres' ? queueOnPostgres : queueOnSqlite)(time);
  return {
    name: 'webhooks',
    usesManagerOnly: true,
    async publish(event, manager) {
      const company = new CompanyTransaction(manager, database.dialect, systemActor(event.companyId));
      if (await queueEvent(company, event)) database.unitOfWork.afterCommit(manager, wake);
    },
  };
}

/** The endpoints that are to hear of a type, those of the company in `$1`: of a switched-off one it is held (D:V16). */
const subscribers = (type: string) => `"shaon_webhook_endpoint_event" s
  JOIN "shaon_webhook_endpoint" e ON e.id = s.endpoint_id AND e.company_id = s.company_id
  WHERE s.company_id = $1 AND s.type = ${type} AND e.deleted_at IS NULL`;

const INSERT_DELIVERIES = `INSERT INTO "shaon_webhook_delivery" ("company_id", "event_id", "endpoint_id", "run",
  "trigger", "state", "due_at", "lease", "attempts", "failures", "interruptions", "created_at")`;

/** One delivery to an endpoint `e`. */
const deliveryValues = (event: string, dueAt: string, createdAt: string) => `e.company_id, ${event}, e.id, 1, 'auto',
  CASE WHEN e.enabled THEN 'pending' ELSE 'held' END, CASE WHEN e.enabled THEN ${dueAt} END, 0, 0, 0, 0, ${createdAt}`;

/** As many companies as write in the same minutes. */
const ZONES_KEPT = 10_000;

/**
 * One statement, since each is a round trip inside the domain transaction. The body tells the time in the company's
 * zone, which is remembered from the event before and asked for by the statement itself: where it is another one by
 * now, the statement writes nothing and says which.
 */
function queueOnPostgres(time: DueTime): QueueEvent {
  const text = `WITH company AS (SELECT zone FROM "shaon_company" WHERE id = $2),
    subscriber AS (SELECT e.id, e.company_id, e.enabled FROM ${subscribers('$3')}),
    event AS (
      INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at)
      SELECT $1, $3::text, $4, $5::timestamptz(3) FROM company
      WHERE company.zone = $6 AND EXISTS (SELECT 1 FROM subscriber)
      RETURNING id, queued_at
    ), queued AS (
      ${INSERT_DELIVERIES} SELECT ${deliveryValues('event.id', time.now('$7'), 'event.queued_at')}
      FROM event CROSS JOIN subscriber e ORDER BY e.id
    )
    SELECT (SELECT zone FROM company) AS zone, EXISTS (SELECT 1 FROM subscriber) AS is_heard,
      EXISTS (SELECT 1 FROM event) AS is_queued`;
  const zones = new Map<number, string>();
  return async (company, event) => {
    const { companyId } = company;
    for (;;) {
      const zone = zones.get(companyId) ?? 'UTC';
      const [row] = await company.rows(text, [
        companyId,
        event.type,
        eventBody(event, zone),
        event.occurredAt,
        zone,
        time.value(),
      ]);
      if (row === undefined || row.zone === null || row.is_heard !== true) return false;
      if (row.is_queued === true) return true;
      if (zones.size >= ZONES_KEPT) zones.clear();
      zones.set(companyId, String(row.zone));
    }
  };
}

/** No round trips, and no INSERT within a SELECT. */
function queueOnSqlite(time: DueTime): QueueEvent {
  const zoneIfHeard = `SELECT c.zone FROM "shaon_company" c
    WHERE c.id = $2 AND EXISTS (SELECT 1 FROM ${subscribers('$3')})`;
  const insertDeliveries = `${INSERT_DELIVERIES} SELECT ${deliveryValues('$2', time.now('$4'), '$5')}
    FROM ${subscribers('$3')} ORDER BY e.id`;
  return async (company, event) => {
    const { type, occurredAt } = event;
    const [heard] = await company.rows(zoneIfHeard, [company.companyId, type]);
    if (heard === undefined) return false;
    const body = eventBody(event, String(heard.zone));
    const id = await company.insertForId(eventTable, { type, body, queuedAt: occurredAt });
    await company.rows(insertDeliveries, [id, type, time.value(), occurredAt]);
    return true;
  };
}

/** The request body of an event, for ever (SPEC 6, Delivery; D:V2): three members in this order. */
export function eventBody(event: Pick<DomainEvent, 'type' | 'data' | 'occurredAt'>, zone: string): string {
  return JSON.stringify({ event: event.type, data: event.data, sent_at: formatInstant(event.occurredAt, zone) });
}

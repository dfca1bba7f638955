import { type DomainEvent, type EventSink, systemActor, unwatched } from '@shaon/core';
import {
  type CompanySql,
  type CompanyTransaction,
  companyChange,
  companySql,
  companyTable,
  type Database,
  insertOf,
} from '@shaon/core/storage';
import { formatInstant } from '@shaon/core/time';
import { endpointTable } from '../endpoints/endpoint.ts';
import { endpointEventTable } from '../endpoints/endpoint-event.ts';
import type { SqlClock } from '../sql-clock.ts';
import { eventTable } from './event.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Queues an event for the endpoints that subscribe to it. If there are none, it writes nothing and returns false. */
type QueueEvent = (company: CompanyTransaction, event: DomainEvent) => Promise<boolean>;

/**
 * The sink that turns core's events into deliveries. It writes in the domain transaction, so that a change and its
 * deliveries are stored together or not at all (D:V21). It uses no network, no name server, no secret and no NOTIFY, so
 * that a broken endpoint cannot fail a domain write.
 *
 * @param wake called once the transaction is committed
 */
export function createEventSink(database: Database, sqlClock: SqlClock, wake: () => void): EventSink {
  const queueEvent = (database.dialect === 'postgres' ? queueOnPostgres : queueOnSqlite)(sqlClock);
  return {
    name: 'webhooks',
    publish: unwatched(async (event, manager) => {
      const company = database.within(manager, systemActor(event.companyId));
      if (await queueEvent(company, event)) database.unitOfWork.afterCommit(manager, wake);
    }),
  };
}

/** The endpoints `e` that subscribe to a type, also switched-off ones, whose deliveries are held (D:V16). */
const subscribers = (type: string): CompanySql => companySql`${endpointEventTable} s
  JOIN ${endpointTable} e ON e.id = s.endpoint_id WHERE s.type = ${type} AND e.deleted_at IS NULL`;

/** One delivery to each endpoint `e` of `from`. */
const deliveriesOf = (event: string, type: string, dueAt: string, createdAt: string, from: CompanySql) =>
  queueDeliveries({
    eventId: event,
    eventType: type,
    endpointId: 'e.id',
    run: '1',
    trigger: `'auto'`,
    state: `CASE WHEN e.enabled THEN 'pending' ELSE 'held' END`,
    dueAt: `CASE WHEN e.enabled THEN ${dueAt} END`,
    createdAt,
    from,
  });

/** More than the number of companies that write within some minutes. */
const ZONES_KEPT = 10_000;

/**
 * One statement, because each is a round trip inside the domain transaction. The body has the time in the company's
 * zone. The zone is remembered from the company's last event, and the statement checks it: if it has changed, the
 * statement writes nothing and returns the new one.
 */
function queueOnPostgres(sqlClock: SqlClock): QueueEvent {
  const insertEvent = insertOf(eventTable, {
    columns: ['type', 'body', 'queued_at'],
    values: ['$2::text', '$3', '$4::timestamptz(3)'],
    from: companySql`FROM company WHERE company.zone = $5 AND EXISTS (SELECT 1 FROM subscriber)`,
    returning: 'id, queued_at',
  });
  const insertDeliveries = deliveriesOf(
    'event.id',
    '$2::text',
    sqlClock.now('$6'),
    'event.queued_at',
    companySql`FROM event CROSS JOIN subscriber e ORDER BY e.id`,
  );
  const statement = companyChange`WITH company AS (SELECT c.zone FROM ${companyTable} c),
    subscriber AS (SELECT e.id, e.enabled FROM ${subscribers('$2')}),
    event AS (${insertEvent}),
    queued AS (${insertDeliveries})
    SELECT (SELECT zone FROM company) AS zone, EXISTS (SELECT 1 FROM subscriber) AS is_heard,
      EXISTS (SELECT 1 FROM event) AS is_queued`;
  const zones = new Map<number, string>();
  return async (company, event) => {
    const { companyId } = company;
    for (;;) {
      const zone = zones.get(companyId) ?? 'UTC';
      const values = [event.type, eventBody(event, zone), event.occurredAt, zone, sqlClock.value()];
      const [row] = await company.change(statement, values);
      if (row === undefined || row.zone === null || row.is_heard !== true) return false;
      if (row.is_queued === true) return true;
      if (zones.size >= ZONES_KEPT) zones.clear();
      zones.set(companyId, String(row.zone));
    }
  };
}

/** Several statements, because on SQLite they are calls without round trips, and it has no INSERT within a SELECT. */
function queueOnSqlite(sqlClock: SqlClock): QueueEvent {
  const zoneIfSubscribed = companySql`SELECT c.zone FROM ${companyTable} c WHERE EXISTS (SELECT 1 FROM ${subscribers('$2')})`;
  const insertDeliveries = deliveriesOf(
    '$2',
    '$3',
    sqlClock.now('$4'),
    '$5',
    companySql`FROM ${subscribers('$3')} ORDER BY e.id`,
  );
  return async (company, event) => {
    const { type, occurredAt } = event;
    const [found] = await company.rows(zoneIfSubscribed, [type]);
    if (found === undefined) return false;
    const body = eventBody(event, String(found.zone));
    const id = await company.insertForId(eventTable, { type, body, queuedAt: occurredAt });
    await company.change(insertDeliveries, [id, type, sqlClock.value(), occurredAt]);
    return true;
  };
}

/** The request body of an event: three members in this order (SPEC 6, Delivery). Stored, and never changed (D:V2). */
export function eventBody(event: Pick<DomainEvent, 'type' | 'data' | 'occurredAt'>, zone: string): string {
  return JSON.stringify({ event: event.type, data: event.data, sent_at: formatInstant(event.occurredAt, zone) });
}

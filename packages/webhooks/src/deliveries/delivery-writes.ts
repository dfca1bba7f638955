import {
  type Actor,
  type AuditLog,
  authorize,
  type Clock,
  EVENT_TYPES,
  type EventType,
  InvalidInputError,
  type WriteOptions,
} from '@shaon/core';
import { issue } from '@shaon/core/input';
import { auditAct, type CompanyTransaction, type CompanyWrites, notFound, readCompany } from '@shaon/core/storage';
import { type DeliveryTrigger, deliveryTable } from '../delivery-rows/delivery.ts';
import { assertEnabled, lockEndpoint } from '../endpoints/endpoint-rules.ts';
import type { SqlClock } from '../sql-clock.ts';
import { replayedFrom } from './delivery-filter.ts';
import { deliveryOf } from './delivery-queries.ts';
import { eventTable } from './event.ts';
import { endedSince, MAX_REPLAYED, queueNextRun, queueReplay } from './resend-statements.ts';
import { sampleBody } from './sample-events.ts';

/** The writing part of DeliveryService. */
export interface DeliveryWrites {
  /**
   * Sends the event again, as a new delivery with the same body; the old one keeps its history. A test stays a test.
   * Returns the new delivery's id. Throws `not_found`, also if the endpoint is deleted, and `state_conflict` if it is
   * switched off.
   */
  resend(actor: Actor, id: number, options?: WriteOptions): Promise<number>;
  /**
   * Sends the events queued since a time whose last delivery to the endpoint failed or was cancelled again, at most
   * 10,000, without tests; returns how many. `list` with the trigger `replay` shows how they go. Throws like `resend`,
   * and `invalid_input`.
   */
  replay(actor: Actor, endpointId: number, from: Date, options?: WriteOptions): Promise<number>;
  /**
   * Sends a sample event of the catalogue, marked `X-Service-Test: 1`, like any other delivery (D:V24). Returns the
   * delivery's id; its attempts show the result. Throws like `resend`, and `invalid_input`.
   */
  sendTest(actor: Actor, endpointId: number, type?: EventType, options?: WriteOptions): Promise<number>;
}

export interface DeliveryWriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly sqlClock: SqlClock;
  /** Called after a commit that made deliveries due. */
  wake(): void;
}

/** The result of an act that queues deliveries, with facts for the audit besides the endpoint. */
interface Queued<T> {
  readonly endpointId: number;
  readonly result: T;
  readonly facts: Parameters<typeof auditAct>[4];
}

export function createDeliveryWrites(parts: DeliveryWriteParts): DeliveryWrites {
  const { database, audit, clock, sqlClock, wake } = parts;
  const queueNext = queueNextRun(database.dialect, sqlClock);
  const queueMissed = queueReplay(database.dialect, sqlClock);

  /** Runs one audited act that queues deliveries to an endpoint that exists and is switched on. */
  async function queue<T>(
    actor: Actor,
    act: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<Queued<T>>,
  ): Promise<T> {
    authorize(actor, 'webhooks.manage');
    const result = await database.write(actor, `webhooks.${act}`, options, async (company) => {
      const done = await work(company);
      await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: done.endpointId, ...done.facts });
      return done.result;
    });
    wake();
    return result;
  }

  async function queueOne(
    company: CompanyTransaction,
    endpointId: number,
    eventId: number,
    trigger: DeliveryTrigger,
  ): Promise<number> {
    const [row] = await company.change(queueNext, [endpointId, eventId, trigger, sqlClock.value()]);
    return Number(row?.id);
  }

  return {
    resend: (actor, id, options = {}) =>
      queue(actor, 'resend', options, async (company) => {
        const delivery = await deliveryOf(company, id);
        const { endpointId, eventId } = delivery;
        const trigger = delivery.trigger === 'test' ? 'test' : 'manual';
        // With the endpoint locked, two resends of one event get different run numbers.
        assertEnabled(await lockEndpoint(company, endpointId));
        // With the delivery locked, retention cannot delete the event meanwhile.
        if ((await company.lockOne(deliveryTable, id)) === null) throw notFound('webhook delivery');
        const result = await queueOne(company, endpointId, eventId, trigger);
        return { endpointId, result, facts: { delivery_id: id, new_delivery_id: result } };
      }),

    replay: (actor, endpointId, from, options = {}) =>
      queue(actor, 'replay', options, async (company) => {
        const since = replayedFrom(from);
        assertEnabled(await lockEndpoint(company, endpointId));
        const values = [endpointId, since, endedSince(since), sqlClock.value(), MAX_REPLAYED];
        const { length } = await company.change(queueMissed, values);
        return { endpointId, result: length, facts: { from: since.toISOString(), deliveries: length } };
      }),

    sendTest: (actor, endpointId, type = 'employee.updated', options = {}) =>
      queue(actor, 'test', options, async (company) => {
        if (!EVENT_TYPES.includes(type)) throw new InvalidInputError({ type: [issue('in')] });
        assertEnabled(await lockEndpoint(company, endpointId));
        const { zone } = await readCompany(company);
        const occurredAt = clock.now();
        const body = sampleBody(type, zone, occurredAt);
        const event = await company.insert(eventTable, { type, body, queuedAt: occurredAt });
        const result = await queueOne(company, endpointId, event.id, 'test');
        return { endpointId, result, facts: { event: type, delivery_id: result } };
      }),
  };
}

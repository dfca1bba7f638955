import type { Actor, AuditLog, Clock, EventType, WriteOptions } from '@shaon/core';
import { EVENT_TYPES, InvalidInputError } from '@shaon/core';
import {
  auditAct,
  authorize,
  type CompanyTransaction,
  type CompanyWrites,
  issue,
  notFound,
  readCompany,
} from '@shaon/core/extension';
import { type DeliveryTrigger, deliveryTable } from '../delivery-rows/delivery.ts';
import type { DueTime } from '../due-time.ts';
import { assertEnabled, lockEndpoint } from '../endpoints/endpoint-rules.ts';
import { findDelivery } from './delivery-queries.ts';
import { eventTable } from './event.ts';
import { MAX_REPLAYED, REPLAYED_STATES, type ReplayRange, replayRange } from './replays.ts';
import { endedSince, queueNextRun, queueReplay } from './resend-statements.ts';
import { sampleBody } from './sample-events.ts';

/** The writing half of DeliveryService. */
export interface DeliveryWrites {
  /**
   * Sends the event once more, as a delivery of its own with the same body; the old one keeps its history. A test stays one.
   * Returns the new one's id. Throws `not_found`, also when the endpoint is deleted, and `state_conflict` when it is
   * switched off.
   */
  resend(actor: Actor, id: number, options?: WriteOptions): Promise<number>;
  /**
   * Sends the events of a range of time to an endpoint once more, at most 10,000, and no tests; returns how many. Throws as
   * `resend`, and `invalid_input`.
   */
  replay(actor: Actor, endpointId: number, range: ReplayRange, options?: WriteOptions): Promise<number>;
  /**
   * Sends a sample event of the catalogue, flagged `X-Service-Test: 1`, on the way that every delivery goes (D:V24).
   * Returns the delivery's id: its attempts tell how it went. Throws as `resend`, and `invalid_input`.
   */
  sendTest(actor: Actor, endpointId: number, type?: EventType, options?: WriteOptions): Promise<number>;
}

export interface DeliveryWriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly time: DueTime;
  /** Called after a commit that made something due. */
  wake(): void;
}

/** What an act has queued, with what the audit says of it beside the endpoint. */
interface Queued<T> {
  readonly endpointId: number;
  readonly result: T;
  readonly facts: Parameters<typeof auditAct>[4];
}

export function createDeliveryWrites(parts: DeliveryWriteParts): DeliveryWrites {
  const { database, audit, clock, time, wake } = parts;
  const queueNext = queueNextRun(database.dialect, time);
  const queueEnded = {
    failed: queueReplay(database.dialect, time, REPLAYED_STATES.failed),
    all: queueReplay(database.dialect, time, REPLAYED_STATES.all),
  };

  /** One audited act that queues deliveries, to an endpoint that is there and on. */
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
    const [row] = await company.change(queueNext, [endpointId, eventId, trigger, time.value()]);
    return Number(row?.id);
  }

  return {
    resend: (actor, id, options = {}) =>
      queue(actor, 'resend', options, async (company) => {
        const delivery = await findDelivery(company, id);
        if (delivery === null) throw notFound('webhook delivery');
        const { endpointId, eventId } = delivery;
        const trigger = delivery.trigger === 'test' ? 'test' : 'manual';
        // The endpoint's lock makes two resends of one event take two numbers.
        assertEnabled(await lockEndpoint(company, endpointId));
        // The delivery's lock keeps retention from removing the event in the meantime.
        if ((await company.lockOne(deliveryTable, id)) === null) throw notFound('webhook delivery');
        const result = await queueOne(company, endpointId, eventId, trigger);
        return { endpointId, result, facts: { delivery_id: id, new_delivery_id: result } };
      }),

    replay: (actor, endpointId, range, options = {}) =>
      queue(actor, 'replay', options, async (company) => {
        const { from, to, which } = replayRange(range, clock.now());
        assertEnabled(await lockEndpoint(company, endpointId));
        const values = [endpointId, from, to, endedSince(from), time.value(), MAX_REPLAYED];
        const { length } = await company.change(queueEnded[which], values);
        const facts = { from: from.toISOString(), to: to.toISOString(), which, deliveries: length };
        return { endpointId, result: length, facts };
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

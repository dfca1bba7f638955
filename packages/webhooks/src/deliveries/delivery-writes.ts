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
  validate,
} from '@shaon/core/extension';
import { type DeliveryTrigger, deliveryTable } from '../delivery-rows/delivery.ts';
import type { DueTime } from '../due-time.ts';
import { assertEnabled, lockEndpoint } from '../endpoints/endpoint-rules.ts';
import { findDelivery } from './delivery-queries.ts';
import { eventTable } from './event.ts';
import { eventBody } from './publish.ts';
import { replayInput } from './replay-input.ts';
import { queueNextRun, queueReplay } from './resend-statements.ts';
import { SAMPLE_EVENTS } from './sample-events.ts';

/** Which events to send once more, by the time they were queued. */
export interface ReplayRange {
  /** Events queued at this time or later … */
  readonly from: Date;
  /** … and before this one. Default: now. */
  readonly to?: Date;
  /** `failed`: only events whose last delivery to the endpoint failed or was cancelled. Default. */
  readonly which?: 'failed' | 'all';
}

/** The writing half of DeliveryService. */
export interface DeliveryWrites {
  /**
   * Sends the event once more, as a delivery of its own with the same body; the old one keeps its history.
   * Returns the new one's id. Throws `not_found`, also when the endpoint is deleted, and `state_conflict` when it is
   * switched off.
   */
  resend(actor: Actor, id: number, options?: WriteOptions): Promise<number>;
  /**
   * Sends the events of a range of time to an endpoint once more, at most 10,000; returns how many. Throws as `resend`,
   * and `invalid_input`.
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

const MAX_REPLAYED = 10_000;

export function createDeliveryWrites(parts: DeliveryWriteParts): DeliveryWrites {
  const { database, audit, clock, time, wake } = parts;
  const queueNext = queueNextRun(database.dialect, time);
  const queueEnded = {
    failed: queueReplay(database.dialect, time, ['failed', 'cancelled']),
    all: queueReplay(database.dialect, time, ['failed', 'cancelled', 'succeeded']),
  };

  /** One audited act that queues deliveries, to an endpoint that is there and on. */
  async function queue<T>(
    actor: Actor,
    act: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<{ readonly endpointId: number; readonly result: T }>,
  ): Promise<T> {
    authorize(actor, 'webhooks.manage');
    const result = await database.write(actor, `webhooks.${act}`, options, async (company) => {
      const done = await work(company);
      await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: done.endpointId });
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
        // The endpoint's lock makes two resends of one event take two numbers.
        assertEnabled(await lockEndpoint(company, endpointId));
        // The delivery's lock keeps retention from removing the event in the meantime.
        if ((await company.lockOne(deliveryTable, id)) === null) throw notFound('webhook delivery');
        return { endpointId, result: await queueOne(company, endpointId, eventId, 'manual') };
      }),

    replay: (actor, endpointId, range, options = {}) =>
      queue(actor, 'replay', options, async (company) => {
        const { from, to = clock.now(), which = 'failed' } = validate(replayInput, range);
        assertEnabled(await lockEndpoint(company, endpointId));
        const rows = await company.change(queueEnded[which], [endpointId, from, to, time.value(), MAX_REPLAYED]);
        return { endpointId, result: rows.length };
      }),

    sendTest: (actor, endpointId, type = 'employee.updated', options = {}) =>
      queue(actor, 'test', options, async (company) => {
        if (!EVENT_TYPES.includes(type)) throw new InvalidInputError({ type: [issue('in')] });
        assertEnabled(await lockEndpoint(company, endpointId));
        const { zone } = await readCompany(company);
        const occurredAt = clock.now();
        const body = eventBody({ type, data: { ...SAMPLE_EVENTS[type] }, occurredAt }, zone);
        const event = await company.insert(eventTable, { type, body, queuedAt: occurredAt });
        return { endpointId, result: await queueOne(company, endpointId, event.id, 'test') };
      }),
  };
}

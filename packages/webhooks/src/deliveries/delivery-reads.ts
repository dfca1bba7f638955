import { type Actor, authorize, type Clock, type Page, type PageRequest } from '@shaon/core';
import {
  type CompanyReads,
  type CompanyScope,
  longReading,
  notFound,
  type Reading,
  readCompany,
} from '@shaon/core/storage';
import { endpointTable } from '../endpoints/endpoint.ts';
import { endpointOf } from '../endpoints/endpoint-rules.ts';
import { type DeliveryFilter, replayedFrom } from './delivery-filter.ts';
import {
  type AttemptSummary,
  type DeliverySummary,
  deliveryOf,
  listAttempts,
  listDeliveries,
} from './delivery-queries.ts';
import { COUNT_REPLAY, endedSince, MAX_REPLAYED } from './resend-statements.ts';
import { type SampleEvent, sampleEvents } from './sample-events.ts';
import { type ShownRequest, shownRequest } from './shown-request.ts';

/** The reading part of DeliveryService. */
export interface DeliveryReads {
  /** Newest first, with the total. Throws `invalid_input`. */
  list(actor: Actor, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliverySummary>>;
  /** With the exact body. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<DeliverySummary & { readonly body: string }>;
  /** Every attempt, oldest first (SPEC 6, Delivery). Throws `not_found`. */
  attempts(actor: Actor, id: number): Promise<AttemptSummary[]>;
  /**
   * The request of an attempt that was made, or of the next one if the delivery is waiting for it. Signatures and the
   * values of the URL's query are masked; values that are not stored are null. Throws `not_found`.
   *
   * @param attempt its number, from 1
   */
  request(actor: Actor, id: number, attempt: number): Promise<ShownRequest>;
  /** The sample events that `sendTest` would send now, one for each type of the catalogue. */
  samples(actor: Actor): Promise<SampleEvent[]>;
  /** How many events `replay` would send, at most 10,000. Throws `not_found`, `invalid_input`. */
  countReplay(actor: Actor, endpointId: number, from: Date): Promise<number>;
}

interface DeliveryReadParts {
  readonly database: CompanyReads;
  readonly clock: Clock;
}

export function createDeliveryReads({ database, clock }: DeliveryReadParts): DeliveryReads {
  function scope(actor: Actor, reading?: Reading): CompanyScope {
    authorize(actor, 'webhooks.manage');
    return database.scope(actor, reading);
  }

  return {
    async list(actor, filter, page) {
      return listDeliveries(scope(actor, longReading('deliveries.list')), filter, page);
    },

    async get(actor, id) {
      return deliveryOf(scope(actor), id);
    },

    async attempts(actor, id) {
      const company = scope(actor);
      await deliveryOf(company, id);
      return listAttempts(company, id);
    },

    async request(actor, id, number) {
      const company = scope(actor);
      const delivery = await deliveryOf(company, id);
      const attempt = (await listAttempts(company, id)).find((each) => each.number === number) ?? null;
      const isNext = number === delivery.attempts + 1 && (delivery.state === 'pending' || delivery.state === 'held');
      // The row of a deleted endpoint is kept.
      const endpoint = await company.findOne(endpointTable, { id: delivery.endpointId });
      if (endpoint === null || (attempt === null && !isNext)) throw notFound('webhook attempt');
      return shownRequest(delivery, endpoint, number, attempt);
    },

    async samples(actor) {
      const { zone } = await readCompany(scope(actor));
      return sampleEvents(zone, clock.now());
    },

    async countReplay(actor, endpointId, from) {
      const company = scope(actor, longReading('deliveries.countReplay'));
      await endpointOf(company, endpointId);
      const since = replayedFrom(from);
      const [row] = await company.rows(COUNT_REPLAY, [endpointId, since, endedSince(since), MAX_REPLAYED]);
      return Number(row?.total);
    },
  };
}

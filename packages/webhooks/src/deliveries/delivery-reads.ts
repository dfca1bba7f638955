import type { Actor, Page, PageRequest } from '@shaon/core';
import { authorize, type CompanyReads, notFound } from '@shaon/core/extension';
import {
  type AttemptSummary,
  type DeliveryFilter,
  type DeliverySummary,
  findDelivery,
  listAttempts,
  listDeliveries,
} from './delivery-queries.ts';

/** The reading half of DeliveryService. */
export interface DeliveryReads {
  /** Newest first, with the total. */
  list(actor: Actor, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliverySummary>>;
  /** With the exact body. Throws `not_found`. */
  get(actor: Actor, id: number): Promise<DeliverySummary & { readonly body: string }>;
  /** Every attempt, the first one first (SPEC 6, Delivery). Throws `not_found`. */
  attempts(actor: Actor, id: number): Promise<AttemptSummary[]>;
}

export function createDeliveryReads({ database }: { readonly database: CompanyReads }): DeliveryReads {
  return {
    async list(actor, filter, page) {
      authorize(actor, 'webhooks.manage');
      return listDeliveries(database.read(actor), filter, page);
    },

    async get(actor, id) {
      authorize(actor, 'webhooks.manage');
      const found = await findDelivery(database.read(actor), id);
      if (found === null) throw notFound('webhook delivery');
      return found;
    },

    async attempts(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.read(actor);
      if ((await findDelivery(company, id)) === null) throw notFound('webhook delivery');
      return listAttempts(company, id);
    },
  };
}

import { type Actor, authorize, type Clock } from '@shaon/core';
import { type CompanyReads, longReading } from '@shaon/core/storage';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { endpointTable } from './endpoint.ts';
import { type EndpointHealth, type EndpointHealthDetail, healthDetailOf, healthOf } from './endpoint-health.ts';
import { type EndpointSummary, summaries } from './endpoint-queries.ts';
import { endpointOf } from './endpoint-rules.ts';

/** The reading part of EndpointService. */
export interface EndpointReads {
  /** All endpoints of the company that are not deleted, oldest first. */
  list(actor: Actor): Promise<EndpointSummary[]>;
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<EndpointSummary>;
  /** The health of every endpoint of `list`, in its order. */
  healthOfAll(actor: Actor): Promise<EndpointHealth[]>;
  /** The health of one endpoint, with its last deliveries and fourteen days. Throws `not_found`. */
  health(actor: Actor, id: number): Promise<EndpointHealthDetail>;
}

interface EndpointReadParts {
  readonly database: CompanyReads;
  readonly clock: Clock;
  readonly options: Pick<ResolvedWebhooksOptions, 'failing'>;
}

export function createEndpointReads({ database, clock, options }: EndpointReadParts): EndpointReads {
  return {
    async list(actor) {
      authorize(actor, 'webhooks.manage');
      const company = database.scope(actor, longReading('endpoints.list'));
      return summaries(company, await company.find(endpointTable, { deletedAt: null }), clock.now(), options);
    },

    async get(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.scope(actor);
      const [endpoint] = await summaries(company, [await endpointOf(company, id)], clock.now(), options);
      return endpoint as EndpointSummary;
    },

    async healthOfAll(actor) {
      authorize(actor, 'webhooks.manage');
      const company = database.scope(actor, longReading('endpoints.healthOfAll'));
      return healthOf(company, await company.find(endpointTable, { deletedAt: null }), clock.now());
    },

    async health(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.scope(actor, longReading('endpoints.health'));
      return healthDetailOf(company, await endpointOf(company, id), clock.now());
    },
  };
}

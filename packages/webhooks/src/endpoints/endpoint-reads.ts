import type { Actor, Clock } from '@shaon/core';
import { authorize, type CompanyReads } from '@shaon/core/extension';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { endpointTable } from './endpoint.ts';
import { type EndpointSummary, summaries } from './endpoint-queries.ts';
import { endpointOf } from './endpoint-rules.ts';

/** The reading half of EndpointService. */
export interface EndpointReads {
  /** All endpoints of the company that are not deleted, oldest first. */
  list(actor: Actor): Promise<EndpointSummary[]>;
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<EndpointSummary>;
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
      const company = database.read(actor);
      return summaries(company, await company.find(endpointTable, { deletedAt: null }), clock.now(), options);
    },

    async get(actor, id) {
      authorize(actor, 'webhooks.manage');
      const company = database.read(actor);
      const [endpoint] = await summaries(company, [await endpointOf(company, id)], clock.now(), options);
      return endpoint as EndpointSummary;
    },
  };
}

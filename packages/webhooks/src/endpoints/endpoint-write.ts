import type { Actor, AuditLog, Clock, KeyRing, WriteOptions } from '@shaon/core';
import { auditAct, authorize, type CompanyTransaction, type CompanyWrites, type Locked } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { EndpointRow } from './endpoint.ts';
import { lockEndpoint } from './endpoint-rules.ts';

/** What the writing halves of EndpointService are made of. */
export interface EndpointWriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly time: DueTime;
  readonly options: ResolvedWebhooksOptions;
  /** Called after a commit that made something due. */
  wake(): void;
}

/** One audited write to an endpoint that the company has; the endpoint is locked before anything that belongs to it. */
export type EndpointWrite = <T>(
  actor: Actor,
  act: string,
  id: number,
  options: WriteOptions,
  work: (company: CompanyTransaction, endpoint: Locked<EndpointRow>) => Promise<T>,
) => Promise<T>;

export function endpointWrite({ database, audit }: Pick<EndpointWriteParts, 'database' | 'audit'>): EndpointWrite {
  return async (actor, act, id, options, work) => {
    authorize(actor, 'webhooks.manage');
    return database.write(actor, `webhooks.${act}`, options, async (company) => {
      const result = await work(company, await lockEndpoint(company, id));
      await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: id });
      return result;
    });
  };
}

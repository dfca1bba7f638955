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

/** What the audit says of an act beside the endpoint: ids and words. */
type Facts = Parameters<typeof auditAct>[4];

/** One audited write to an endpoint that the company has; the endpoint is locked before anything that belongs to it. */
export type EndpointWrite = <T>(
  actor: Actor,
  act: string,
  id: number,
  options: WriteOptions,
  work: (company: CompanyTransaction, endpoint: Locked<EndpointRow>) => Promise<T>,
  /** What came of it, for the audit; none when nothing is to be noted. */
  facts?: (result: T) => Facts | null,
) => Promise<T>;

export function endpointWrite({ database, audit }: Pick<EndpointWriteParts, 'database' | 'audit'>): EndpointWrite {
  return async (actor, act, id, options, work, facts = () => ({})) => {
    authorize(actor, 'webhooks.manage');
    return database.write(actor, `webhooks.${act}`, options, async (company) => {
      const result = await work(company, await lockEndpoint(company, id));
      const noted = facts(result);
      if (noted !== null) await auditAct(audit, company, actor, `webhook.${act}`, { endpoint_id: id, ...noted });
      return result;
    });
  };
}

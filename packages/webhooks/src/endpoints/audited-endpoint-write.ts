import { type Actor, type AuditLog, authorize, type Clock, type KeyRing, type WriteOptions } from '@shaon/core';
import { auditAct, type CompanyTransaction, type CompanyWrites, type Locked } from '@shaon/core/storage';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';
import type { EndpointRow } from './endpoint.ts';
import { lockEndpoint } from './endpoint-rules.ts';

/** The dependencies of EndpointService's writing parts. */
export interface EndpointWriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly sqlClock: SqlClock;
  readonly options: ResolvedWebhooksOptions;
  /** Called after a commit that made deliveries due. */
  wake(): void;
}

/** Facts of an act for the audit, besides the endpoint: ids and words. */
type Facts = Parameters<typeof auditAct>[4];

/** One audited write to an endpoint of the company; the endpoint is locked before all rows that belong to it. */
export type AuditedEndpointWrite = <T>(
  actor: Actor,
  act: string,
  id: number,
  options: WriteOptions,
  work: (company: CompanyTransaction, endpoint: Locked<EndpointRow>) => Promise<T>,
  /** The result for the audit; null if nothing is to be audited. */
  facts?: (result: T) => Facts | null,
) => Promise<T>;

export function auditedEndpointWrite({
  database,
  audit,
}: Pick<EndpointWriteParts, 'database' | 'audit'>): AuditedEndpointWrite {
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

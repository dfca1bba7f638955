import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import { authorize } from '../permissions.ts';
import { recountRequests } from './leave-store.ts';

/** For a product that writes requests past Shaon. */
export interface LeaveRecount {
  /**
   * Counts the leave requests of the actor's company anew: the totals of the list come from counts that are kept only
   * when Shaon itself writes. Other writes of leave wait meanwhile. Throws `not_permitted`.
   */
  recount(actor: Actor, options?: WriteOptions): Promise<void>;
}

export function createLeaveRecount(parts: {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
}): LeaveRecount {
  const { database, audit } = parts;
  return {
    async recount(actor, options = {}) {
      authorize(actor, 'leave.decide');
      await database.write(actor, 'leave.recount', options, async (company) => {
        await recountRequests(company);
        await auditAct(audit, company, actor, 'leave.recount', {});
      });
    },
  };
}

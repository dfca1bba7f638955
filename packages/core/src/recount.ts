import { authorize, type Operation } from './abilities-and-roles.ts';
import type { Actor } from './actor.ts';
import { auditAct } from './audit/audit-act.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { CompanyTransaction } from './database/company-scope.ts';
import type { CompanyWrites, WriteOptions } from './database/database.ts';

/** For a product that writes records itself: lists' totals are stored counts, which only Shaon's writes update. */
export interface Recount {
  /**
   * Counts the records of the actor's company again; attendance records first get their employees' current department
   * and branch. It takes seconds for a million records, and other writes of such records wait meanwhile. Throws
   * `not_permitted`.
   */
  recount(actor: Actor, options?: WriteOptions): Promise<void>;
}

/** @param action its name in the audit */
export function createRecount(
  { database, audit }: { readonly database: CompanyWrites; readonly audit: AuditLog },
  operation: Operation,
  action: string,
  recountRows: (company: CompanyTransaction) => Promise<void>,
): Recount {
  return {
    async recount(actor, options = {}) {
      authorize(actor, operation);
      await database.write(actor, action, options, async (company) => {
        await recountRows(company);
        await auditAct(audit, company, actor, action, {});
      });
    },
  };
}

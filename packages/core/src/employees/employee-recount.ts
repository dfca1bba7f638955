import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import { authorize } from '../permissions.ts';
import { recountEmployees } from './employee-store.ts';

/** For a product that writes employees past Shaon. */
export interface EmployeeRecount {
  /**
   * Counts the employees of the actor's company anew: the totals of the list come from counts that are kept only
   * when Shaon itself writes. Other writes of employees wait meanwhile. Throws `not_permitted`.
   */
  recount(actor: Actor, options?: WriteOptions): Promise<void>;
}

export function createEmployeeRecount(parts: {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
}): EmployeeRecount {
  const { database, audit } = parts;
  return {
    async recount(actor, options = {}) {
      authorize(actor, 'organization.write');
      await database.write(actor, 'employees.recount', options, async (company) => {
        await recountEmployees(company);
        await auditAct(audit, company, actor, 'employees.recount', {});
      });
    },
  };
}

import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import { authorize } from '../permissions.ts';
import { recountRecords } from './attendance-store.ts';

/** For a product that writes records past Shaon. */
export interface AttendanceRecount {
  /**
   * Gives the records of the actor's company the department and branch of their employees and counts them anew. The
   * totals of the lists come from counts that are kept only when Shaon itself writes. It takes seconds for a million
   * records, and other writes of attendance wait meanwhile. Throws `not_permitted`.
   */
  recount(actor: Actor, options?: WriteOptions): Promise<void>;
}

export function createAttendanceRecount(parts: {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
}): AttendanceRecount {
  const { database, audit } = parts;
  return {
    async recount(actor, options = {}) {
      authorize(actor, 'attendance.manage');
      await database.write(actor, 'attendance.recount', options, async (company) => {
        await recountRecords(company);
        await auditAct(audit, company, actor, 'attendance.recount', {});
      });
    },
  };
}

import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { recordAbsenceDay } from '../attendance/absence-day.ts';
import type { AttendanceRecord } from '../attendance/attendance-record.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { employeeTable } from '../employees/employee.ts';
import { orNotFound, stateConflict } from '../errors.ts';
import { findLeaveRequest, lockLeaveRequest } from '../leave/leave-queries.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';
import { assertMayAccess } from '../leave/leave-rules.ts';
import type { WriteParts } from '../service-parts.ts';

/** Recording absence days for leave; whether to call it is the product's choice (D:T15). */
export interface AbsenceDayRecording {
  /**
   * Records an absence day for each approved request, all or none, under the current label of its type. Calling it
   * again changes nothing. The requests are read in the write's own transaction and locked until its end: an approval
   * in the caller's transaction counts, and a concurrent decision comes before or after. A later rejection or
   * cancellation keeps the day; `attendance.voidDay` removes it. Throws `state_conflict` for a request that is not
   * approved, `not_found`, `ability_missing`, `not_permitted`.
   */
  recordForLeave(actor: Actor, leaveRequestIds: readonly number[], options?: WriteOptions): Promise<AttendanceRecord[]>;
}

export function createAbsenceDayRecording(parts: WriteParts): AbsenceDayRecording {
  return {
    async recordForLeave(actor, leaveRequestIds, options = {}) {
      authorize(actor, 'leave.own');
      authorize(actor, 'attendance.manage');
      return parts.database.write(actor, 'absenceDays.recordForLeave', options, async (company) => {
        const requests = await lockApproved(company, actor, leaveRequestIds);
        const days = new Map<number, AttendanceRecord>();
        for (const { id, employeeId, date, type } of requests) {
          const absence = { employee_id: employeeId, date, absence_type: type, note: null };
          days.set(id, await recordAbsenceDay(parts, company, actor, absence));
        }
        return leaveRequestIds.map((id) => days.get(id) as AttendanceRecord);
      });
    },
  };
}

/**
 * Locks the employees, then the requests by id ascending, the order of all callers. A renaming of the type changes
 * requests before days, so it waits for this and then renames the new days too.
 */
async function lockApproved(
  company: CompanyTransaction,
  actor: Actor,
  ids: readonly number[],
): Promise<Locked<LeaveRequestRow>[]> {
  const employees = new Set<number>();
  for (const id of ids) {
    const request = await findLeaveRequest(company, id);
    assertMayAccess(actor, request);
    employees.add(request.employeeId);
  }
  for (const id of [...employees].sort((a, b) => a - b)) await company.lockOne(employeeTable, id);
  const requests: Locked<LeaveRequestRow>[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const request = orNotFound(await lockLeaveRequest(company, id), 'leave request');
    if (request.status !== 'approved') {
      throw stateConflict('Only approved leave becomes an absence day.', { id });
    }
    requests.push(request);
  }
  return requests;
}

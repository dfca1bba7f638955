import { authorize } from '../abilities-and-roles.ts';
import { type Actor, actorName } from '../actor.ts';
import { recordAbsenceDay, takeAbsenceOff } from '../attendance/absence-day.ts';
import { noteInput } from '../attendance/attendance-input.ts';
import type { AttendanceRecord, DayDecision } from '../attendance/attendance-record.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { employeeTable } from '../employees/employee.ts';
import { orNotFound, stateConflict } from '../errors.ts';
import { validate } from '../input/validate.ts';
import { findLeaveRequest, lockLeaveRequest } from '../leave/leave-queries.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';
import { assertMayAccess } from '../leave/leave-rules.ts';
import type { WriteParts } from '../service-parts.ts';
import { findRecordedLeave, type RecordedLeave } from './absence-queries.ts';

/** Recording absence days for leave; whether to call it is the product's choice (D:T15). */
export interface AbsenceDayRecording {
  /**
   * Records an absence day for each approved request, all or none, under the current label of its type. Calling it
   * again changes nothing. A day without punches is approved by who approved the request (D:A24). The requests are read
   * in the write's own transaction and locked until its end: an approval in the caller's transaction counts, and a
   * concurrent decision comes before or after. A later rejection or cancellation keeps the day; `removeForLeave` takes
   * the absence off. Throws `state_conflict` for a request that is not approved, `not_found`, `ability_missing`, and
   * `not_permitted`, also for the actor's own days (D:A23).
   */
  recordForLeave(
    actor: Actor,
    leaveRequestIds: readonly number[],
    options?: RecordingOptions,
  ): Promise<AttendanceRecord[]>;
  /** The days that have the absence of these requests, by date. Unknown requests have none. Throws `not_permitted`. */
  recordedForLeave(actor: Actor, leaveRequestIds: readonly number[]): Promise<RecordedLeave[]>;
  /**
   * Takes the absence of each request off its day, all or none, for a decision that is being changed: call it in the
   * transaction of `leave.reject`, or before `leave.cancel`. A day of work keeps its punches and waits for a decision; a
   * day without punches is voided. Returns the number of days. Throws like `recordForLeave`.
   */
  removeForLeave(actor: Actor, leaveRequestIds: readonly number[], options?: RemovalOptions): Promise<number>;
}

export interface RecordingOptions extends WriteOptions {
  /** `false` lets the days wait for a decision of their own. Default true (D:A24). */
  readonly approved?: boolean | undefined;
}

export interface RemovalOptions extends WriteOptions {
  /** Why, kept with the day. */
  readonly note?: string | null | undefined;
}

export function createAbsenceDayRecording(parts: WriteParts): AbsenceDayRecording {
  return {
    async recordForLeave(actor, leaveRequestIds, { approved = true, ...options } = {}) {
      authorize(actor, 'leave.own');
      authorize(actor, 'attendance.manage');
      return parts.database.write(actor, 'absenceDays.recordForLeave', options, async (company) => {
        const requests = await lockRequests(company, actor, leaveRequestIds);
        requests.forEach(assertApproved);
        const days = new Map<number, AttendanceRecord>();
        for (const request of requests) {
          const approval = approved ? approvalOf(request, actor, parts.clock.now()) : undefined;
          const day = await recordAbsenceDay(parts, company, actor, { ...absenceOf(request), note: null, approval });
          days.set(request.id, day);
        }
        return leaveRequestIds.map((id) => days.get(id) as AttendanceRecord);
      });
    },

    async recordedForLeave(actor, leaveRequestIds) {
      authorize(actor, 'leave.decide');
      authorize(actor, 'attendance.manage');
      return findRecordedLeave(parts.database.scopeBeforeWrite(actor, {}), leaveRequestIds);
    },

    async removeForLeave(actor, leaveRequestIds, { note: reason, ...options } = {}) {
      authorize(actor, 'leave.own');
      authorize(actor, 'attendance.manage');
      const { note = null } = validate(noteInput, { note: reason });
      return parts.database.write(actor, 'absenceDays.removeForLeave', options, async (company) => {
        let removed = 0;
        for (const request of await lockRequests(company, actor, leaveRequestIds)) {
          if (await takeAbsenceOff(parts, company, actor, { ...absenceOf(request), note })) removed += 1;
        }
        return removed;
      });
    },
  };
}

/**
 * Locks the employees, then the requests by id ascending, the order of all callers. A renaming of the type changes
 * requests before days, so it waits for this and then renames the new days too.
 */
async function lockRequests(
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
    requests.push(orNotFound(await lockLeaveRequest(company, id), 'leave request'));
  }
  return requests;
}

function assertApproved({ id, status }: LeaveRequestRow): void {
  if (status !== 'approved') throw stateConflict('Only approved leave becomes an absence day.', { id });
}

const absenceOf = ({ employeeId, date, type }: LeaveRequestRow) => ({
  employee_id: employeeId,
  date,
  absence_type: type,
});

/** An import may have left out who approved the request. */
const approvalOf = ({ decidedBy, decidedAt, managerNote }: LeaveRequestRow, actor: Actor, now: Date): DayDecision => ({
  by: decidedBy ?? actorName(actor),
  at: decidedAt ?? now,
  note: managerNote,
});

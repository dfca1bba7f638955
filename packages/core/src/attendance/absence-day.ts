import { authorize } from '../abilities-and-roles.ts';
import { lockAbsenceTypeForShare } from '../absence-types/absence-type-queries.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { employeeTable } from '../employees/employee.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import type { Clock } from '../time/clock.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import { type Absence, absenceInput, noteInput } from './attendance-input.ts';
import { type AttendanceRecord, recordFromRow } from './attendance-record.ts';
import { changeAbsence } from './attendance-store.ts';
import { refuseDayVoidedSince } from './corrected-day.ts';
import type { ReasonOptions } from './day-corrections.ts';
import type { DayParts } from './day-parts.ts';
import { findOrMakeRecord, lockRecord, rebuildRecord } from './punched-day.ts';

/** Recording absences (D:T3, T14). */
export interface AbsenceRecording {
  /**
   * Records an absence, also on a day of work (half-day), and keeps who did it and why; `correct` takes it off. Only such
   * a day may be in the future (D:T3, T14). Throws
   * `invalid_input`, `not_permitted` for the actor's own day (D:A23), and `state_conflict` for a day that changed after
   * `unchangedSince`, or that had punches then and has been voided since.
   */
  recordAbsence(actor: Actor, absence: Absence, options?: ReasonOptions): Promise<AttendanceRecord>;
}

export function createAbsenceRecording(parts: DayParts): AbsenceRecording {
  const { database } = parts;
  return {
    async recordAbsence(actor, input, options = {}) {
      authorize(actor, 'attendance.manage');
      const absence = validate(absenceInput, input);
      const { note = null } = validate(noteInput, { note: options.note });
      return database.write(actor, 'attendance.recordAbsence', options, async (company) => {
        if ((await company.lockOne(employeeTable, absence.employee_id)) === null) {
          throw new InvalidInputError({ employee_id: [{ rule: 'in' }] });
        }
        // Locks the label: a concurrent renaming waits until the day is written, and then renames it there too.
        if ((await lockAbsenceTypeForShare(company, absence.absence_type)) === null) {
          throw new InvalidInputError({ absence_type: [{ rule: 'in' }] });
        }
        await assertDayUnchanged(company, absence, options.unchangedSince);
        return recordAbsenceDay(parts, company, actor, { ...absence, note });
      });
    },
  };
}

/** A day that has the same absence by now was recorded by the same form, sent twice, or needs no second recording. */
async function assertDayUnchanged(
  company: CompanyTransaction,
  { employee_id: employeeId, date, absence_type }: Absence,
  seenAt: Date | undefined,
): Promise<void> {
  if (seenAt === undefined) return;
  const known = await lockRecord(company, employeeId, date);
  if (known === undefined) await refuseDayVoidedSince(company, { employeeId, date }, seenAt);
  else if (known.absenceType !== absence_type) assertUnchanged('day', known, seenAt);
}

/**
 * Records an absence, also on a day of work; recording the same one again changes nothing. The caller must have
 * authorized the actor, locked the employee and checked that the company has the label.
 */
export async function recordAbsenceDay(
  { audit, clock }: { readonly audit: AuditLog; readonly clock: Clock },
  company: CompanyTransaction,
  actor: Actor,
  { employee_id, date, absence_type, note }: Absence & { readonly note: string | null },
): Promise<AttendanceRecord> {
  const isOwn = await assertMayDecide(company, actor, employee_id, 'attendance.manage');
  const now = clock.now();
  const record = await findOrMakeRecord(company, employee_id, date, now);
  if (record.absenceType === absence_type) return recordFromRow(record);
  const change = { type: absence_type, by: actorName(actor), at: now, note };
  const absent = await changeAbsence(company, record, change);
  // The manager approved the day before this change, so the approval is no longer in force (D:T16).
  const rebuilt = await rebuildRecord(company, absent, now);
  const facts = { attendance_id: record.id, absence_type, ...(note !== null && { note }), ...(isOwn && { own: true }) };
  await auditAct(audit, company, actor, 'attendance.absence', facts);
  return recordFromRow(rebuilt);
}

import { authorize } from '../abilities-and-roles.ts';
import { lockAbsenceTypeForShare } from '../absence-types/absence-type-queries.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf, daysOf } from '../audit/audit-facts.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { employeeTable } from '../employees/employee.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import { type Absence, absenceInput, noteInput } from './attendance-input.ts';
import { type AttendanceRecord, type DayDecision, recordFromRow } from './attendance-record.ts';
import type { DayParts } from './attendance-status.ts';
import { changeAbsence, changeRecord } from './attendance-store.ts';
import { refuseDayVoidedSince } from './corrected-day.ts';
import { type ReasonOptions, voidRecord } from './day-corrections.ts';
import { livePunches } from './punch-queries.ts';
import { findOrMakeRecord, lockRecord, rebuildRecord, voidPunches } from './punched-day.ts';

/** Recording absences (D:T3, T14). */
export interface AbsenceRecording {
  /**
   * Records an absence, also on a day of work (half-day), and keeps who did it and why; `correct` takes it off. Only such
   * a day may be in the future (D:T3, T14). Throws
   * `invalid_input`, `not_permitted` for the actor's own day (D:A23), and `state_conflict` for a day that changed after
   * `unchangedSince`, or that had punches then and has been voided since.
   */
  recordAbsence(actor: Actor, absence: Absence, options?: AbsenceOptions): Promise<AttendanceRecord>;
}

export interface AbsenceOptions extends ReasonOptions {
  /** Voids the day's punches, so that it is a whole day of absence. Default false. */
  readonly replacesPunches?: boolean | undefined;
}

type AbsenceParts = Pick<DayParts, 'audit' | 'clock'>;

export function createAbsenceRecording(parts: DayParts): AbsenceRecording {
  const { database } = parts;
  return {
    async recordAbsence(actor, input, { unchangedSince, note: reason, replacesPunches = false, ...options } = {}) {
      authorize(actor, 'attendance.manage');
      const absence = validate(absenceInput, input);
      const { note = null } = validate(noteInput, { note: reason });
      return database.write(actor, 'attendance.recordAbsence', options, async (company) => {
        if ((await company.lockOne(employeeTable, absence.employee_id)) === null) {
          throw new InvalidInputError({ employee_id: [{ rule: 'in' }] });
        }
        // Locks the label: a concurrent renaming waits until the day is written, and then renames it there too.
        if ((await lockAbsenceTypeForShare(company, absence.absence_type)) === null) {
          throw new InvalidInputError({ absence_type: [{ rule: 'in' }] });
        }
        await assertDayUnchanged(company, { ...absence, replacesPunches }, unchangedSince);
        return recordAbsenceDay(parts, company, actor, { ...absence, note, replacesPunches });
      });
    },
  };
}

/** A day that has the same absence by now was recorded by the same form, sent twice, or needs no second recording. */
async function assertDayUnchanged(
  company: CompanyTransaction,
  { employee_id: employeeId, date, absence_type, replacesPunches }: Absence & Pick<AbsenceOptions, 'replacesPunches'>,
  seenAt: Date | undefined,
): Promise<void> {
  if (seenAt === undefined) return;
  const known = await lockRecord(company, employeeId, date);
  if (known === undefined) await refuseDayVoidedSince(company, { employeeId, date }, seenAt);
  else if (replacesPunches || known.absenceType !== absence_type) assertUnchanged('day', known, seenAt);
}

/** An absence to record, and the decision that approves it; without one it waits for a decision. */
interface RecordedAbsence extends Absence {
  readonly note: string | null;
  readonly approval?: DayDecision | undefined;
  readonly replacesPunches?: boolean | undefined;
}

/**
 * Records an absence, also on a day of work; recording the same one again changes nothing. An approval is of the absence
 * alone, so a day of work waits for a decision. The caller must have authorized the actor, locked the employee and
 * checked that the company has the label.
 */
export async function recordAbsenceDay(
  { audit, clock }: AbsenceParts,
  company: CompanyTransaction,
  actor: Actor,
  { employee_id, date, absence_type, note, approval, replacesPunches = false }: RecordedAbsence,
): Promise<AttendanceRecord> {
  const isOwn = await assertMayDecide(company, actor, employee_id, 'attendance.manage');
  const now = clock.now();
  const record = await findOrMakeRecord(company, employee_id, date, now);
  const voided = replacesPunches ? await livePunches(company, record.id) : [];
  if (record.absenceType === absence_type && voided.length === 0) return recordFromRow(record);
  if (voided.length > 0) await voidPunches(company, record, { by: actorName(actor), note }, now);
  const change = { type: absence_type, by: actorName(actor), at: now, note };
  const absent = await changeAbsence(company, record, change);
  // The manager approved the day before this change, so the approval is no longer in force (D:T16).
  const rebuilt = await rebuildRecord(company, absent, now);
  // A pending day with punches has a check-out.
  const isApproved = approval !== undefined && rebuilt.status === 'pending' && rebuilt.checkOut === null;
  const recorded = isApproved ? await changeRecord(company, rebuilt, approvedBy(approval)) : rebuilt;
  const facts = {
    attendance_id: record.id,
    ...daysOf([record]),
    ...changesOf({ absence_type: record.absenceType }, { absence_type }),
    absence_type,
    ...(note !== null && { note }),
    ...(voided.length > 0 && { voided_punches: voided.length }),
    ...(isApproved && { approved: true }),
    ...(isOwn && { own: true }),
  };
  await auditAct(audit, company, actor, 'attendance.absence', facts);
  return recordFromRow(recorded);
}

const approvedBy = ({ by, at, note }: DayDecision) => ({
  status: 'approved',
  isApproved: true,
  decidedBy: by,
  decidedAt: at,
  decisionNote: note,
});

/**
 * Takes an absence off its day: a day of work keeps its punches and waits for a decision, another day is voided. Returns
 * whether the day had this absence. The caller must have authorized the actor and locked the employee.
 */
export async function takeAbsenceOff(
  parts: AbsenceParts,
  company: CompanyTransaction,
  actor: Actor,
  { employee_id, date, absence_type, note }: RecordedAbsence,
): Promise<boolean> {
  const record = await lockRecord(company, employee_id, date);
  if (record?.absenceType !== absence_type) return false;
  const isOwn = await assertMayDecide(company, actor, employee_id, 'attendance.manage');
  const now = parts.clock.now();
  const changed = await changeAbsence(company, record, { type: null, by: actorName(actor), at: now, note });
  if ((await livePunches(company, record.id)).length === 0) {
    await voidRecord(parts, company, actor, changed, { note, isOwn });
    return true;
  }
  await rebuildRecord(company, changed, now);
  const facts = {
    ...{ attendance_id: record.id, ...daysOf([record]), ...changesOf({ absence_type }, { absence_type: null }) },
    ...(note !== null && { note }),
    absence_type: null,
  };
  await auditAct(parts.audit, company, actor, 'attendance.correct', { ...facts, ...(isOwn && { own: true }) });
  return true;
}

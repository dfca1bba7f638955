import { authorize } from '../abilities-and-roles.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { daysOf } from '../audit/audit-facts.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { employeeTable } from '../employees/employee.ts';
import { orNotFound } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { type CalendarDate, isCalendarDate } from '../time/calendar-date.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import type { AttendanceRow } from './attendance.ts';
import { type Correction, correctionInput, noteInput } from './attendance-input.ts';
import { type AttendanceRecord, recordFromRow } from './attendance-record.ts';
import type { DayParts } from './attendance-status.ts';
import { assertOpen } from './attendance-status.ts';
import { changeAbsence, changeRecord } from './attendance-store.ts';
import { lastPunchBefore, refuseDayVoidedSince, refuseImplausibleDay, refuseOverlappingDay } from './corrected-day.ts';
import { lockDay } from './day-locks.ts';
import { type GivenPunch, placePunches } from './punch-order.ts';
import { livePunches } from './punch-queries.ts';
import { findOrMakeRecord, lockRecord, rebuildRecord, replacePunches, voidPunches } from './punched-day.ts';

export interface CorrectionOptions extends WriteOptions {
  /** The day's `updatedAt` when the corrector saw it; for a date without a record, any earlier time. */
  readonly unchangedSince?: Date | undefined;
}

/** `note` is the reason, kept as evidence. */
export interface ReasonOptions extends CorrectionOptions {
  readonly note?: string | null | undefined;
}

/**
 * How managers correct days (D:T12, T13). Throws `not_permitted` for the actor's own day (D:A23; allowed for an admin if
 * no other manager or admin is active).
 */
export interface DayCorrections {
  /**
   * Replaces the punches of a day by others, at least one (`voidDay` removes all). New punches are appended, missing
   * ones voided, equal ones kept, and the record is rebuilt, without its absence if `absence_type` is null. A new punch
   * at a whole minute means that minute, and takes the place in it at which the punches pair (D:A26); if there are
   * several, the given order decides. Throws `invalid_input`, and `state_conflict`, also for a day that changed after
   * `unchangedSince`, or that had punches then and has been voided since.
   */
  correct(
    actor: Actor,
    employeeId: number,
    date: CalendarDate,
    correction: Correction,
    options?: CorrectionOptions,
  ): Promise<AttendanceRecord>;
  /**
   * Closes an open day by an out at `at`, after its last punch or in its minute (D:F5, A26). Throws `state_conflict` for a closed day, also
   * when its employee has just punched out: that punch stays. Throws `invalid_input`.
   */
  closeDay(actor: Actor, id: number, at: Date, note: string, options?: WriteOptions): Promise<AttendanceRecord>;
  /** Removes a day and its punches from the list; they are kept as evidence. */
  voidDay(actor: Actor, id: number, options?: ReasonOptions): Promise<void>;
}

export function createDayCorrections(parts: DayParts): DayCorrections {
  const { database, audit, clock } = parts;

  /** Replaces a day's punches by the correction's; the caller has locked its employee. */
  async function correctDay(
    company: CompanyTransaction,
    actor: Actor,
    record: Locked<AttendanceRow>,
    correction: Correction,
  ): Promise<AttendanceRecord> {
    const isOwn = await assertMayDecide(company, actor, record.employeeId, 'attendance.manage');
    const now = clock.now();
    const existing = await livePunches(company, record.id);
    const punches = await placeCorrection(company, record, correction.punches, existing, now);
    const by = actorName(actor);
    await replacePunches(company, record, { ...correction, punches }, by, now);
    const isTakenOff = correction.absence_type === null && record.absenceType !== null;
    const changed = isTakenOff
      ? await changeAbsence(company, record, { type: null, by, at: now, note: correction.note })
      : record;
    const rebuilt = await rebuildRecord(company, changed, now);
    const facts = {
      attendance_id: record.id,
      ...daysOf([record]),
      note: correction.note,
      ...(isTakenOff && { absence_type: null }),
      ...(isOwn && { own: true }),
    };
    await auditAct(audit, company, actor, 'attendance.correct', facts);
    return recordFromRow(rebuilt);
  }

  return {
    async correct(actor, employeeId, date, input, { unchangedSince, ...options } = {}) {
      authorize(actor, 'attendance.manage');
      const correction = validate(correctionInput, input);
      if (!isCalendarDate(date)) throw invalidField('date', issue('date'));
      return database.write(actor, 'attendance.correct', options, async (company) => {
        orNotFound(await company.lockOne(employeeTable, employeeId), 'employee');
        const known = await lockRecord(company, employeeId, date);
        if (known === undefined) await refuseDayVoidedSince(company, { employeeId, date }, unchangedSince);
        else assertUnchanged('day', known, unchangedSince);
        const record = known ?? (await findOrMakeRecord(company, employeeId, date, clock.now()));
        return correctDay(company, actor, record, correction);
      });
    },

    async closeDay(actor, id, at, note, options = {}) {
      authorize(actor, 'attendance.manage');
      const closing = validate(correctionInput, { punches: [{ kind: 'out', at }], note });
      return database.write(actor, 'attendance.closeDay', options, async (company) => {
        const record = await lockDay(company, id);
        assertOpen(record.status);
        const punches = await livePunches(company, id);
        return correctDay(company, actor, record, { ...closing, punches: [...punches, ...closing.punches] });
      });
    },

    async voidDay(actor, id, { unchangedSince, note: reason, ...options } = {}) {
      authorize(actor, 'attendance.manage');
      const { note = null } = validate(noteInput, { note: reason });
      await database.write(actor, 'attendance.voidDay', options, async (company) => {
        const record = await lockDay(company, id);
        const isOwn = await assertMayDecide(company, actor, record.employeeId, 'attendance.manage');
        assertUnchanged('day', record, unchangedSince);
        await voidRecord(parts, company, actor, record, { note, isOwn });
      });
    },
  };
}

/**
 * The punches of a correction, each with its instant. Throws `state_conflict` for a day that cannot have been.
 *
 * @param day `id` is 0 for a date without a record
 */
export async function placeCorrection(
  company: CompanyTransaction,
  day: Pick<AttendanceRow, 'id' | 'employeeId' | 'date'>,
  given: readonly GivenPunch[],
  existing: readonly GivenPunch[],
  now: Date,
): Promise<GivenPunch[]> {
  const { zone, workDayHours } = await readCompany(company);
  const [first] = given;
  const dayBefore = first === undefined ? null : await lastPunchBefore(company, day, first.at);
  const punches = placePunches(given, existing, dayBefore);
  refuseImplausibleDay(punches, existing, { date: day.date, zone, workDayHours }, now);
  await refuseOverlappingDay(company, day, punches);
  return punches;
}

/** Voids a day and its punches; the caller has authorized the actor and locked the employee. */
export async function voidRecord(
  { audit, clock }: Pick<DayParts, 'audit' | 'clock'>,
  company: CompanyTransaction,
  actor: Actor,
  record: Locked<AttendanceRow>,
  { note, isOwn }: { readonly note: string | null; readonly isOwn: boolean },
): Promise<void> {
  const now = clock.now();
  await voidPunches(company, record, { by: actorName(actor), note }, now);
  await changeRecord(company, record, { voidedAt: now, updatedAt: now });
  const facts = {
    ...{ attendance_id: record.id, ...daysOf([record]) },
    ...(note !== null && { note }),
    ...(isOwn && { own: true }),
  };
  await auditAct(audit, company, actor, 'attendance.void', facts);
}

import { absenceTypeTable } from '../absence-types/absence-type.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { assertPossibleId, MAX_BIG_ID } from '../input/possible-id.ts';
import { validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import { type CalendarDate, isCalendarDate } from '../time/calendar-date.ts';
import type { Clock } from '../time/clock.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import { type Absence, absenceInput, type Correction, correctionInput } from './attendance-input.ts';
import { type AttendanceRecord, recordFromRow } from './attendance-record.ts';
import { assertPlausibleDay } from './attendance-rules.ts';
import { assertDecidable, assertFitsPunches, assertOpen, assertStatus, isOwnStatus } from './attendance-status.ts';
import { changeRecord } from './attendance-writes.ts';
import {
  assertApartFromOtherDays,
  findOrMakeRecord,
  rebuildRecord,
  replacePunches,
  voidPunches,
} from './projection-writes.ts';
import { findDayById, livePunches, lockEmployeesOf, lockPunches } from './punch-queries.ts';

/**
 * What managers and the product do to days. All of it is audited and fires no event (D:V12, T16); nothing is deleted
 * and a record keeps its id (D:T12). Throws `not_found` for an unknown, foreign or voided day.
 */
export interface DayService {
  /**
   * Approves closed days; gives how many changed. Throws `state_conflict` for an open one and for one in a status of
   * the product's own, and then changes none; `invalid_input` for more than 500 at once.
   */
  approve(actor: Actor, ids: readonly number[], options?: WriteOptions): Promise<number>;
  /** As `approve`, the other way: the days get the status `rejected`. */
  reject(actor: Actor, ids: readonly number[], options?: WriteOptions): Promise<number>;
  /** Sets a status of the product's own, or of core's (D:T1, T2). Throws `state_conflict`. */
  setStatus(
    actor: Actor,
    id: number,
    status: string,
    setting: { readonly approved: boolean },
    options?: WriteOptions,
  ): Promise<AttendanceRecord>;
  /**
   * Puts punches in the place of a day's punches: what is new is appended, what is gone voided, what stays is left
   * alone, and the record is rebuilt. At least one; `voidDay` is for none. Throws `invalid_input`, `state_conflict`.
   */
  correct(
    actor: Actor,
    employeeId: number,
    date: CalendarDate,
    correction: Correction,
    options?: WriteOptions,
  ): Promise<AttendanceRecord>;
  /** Ends a day that waits for its check-out (D:F5). Throws `state_conflict` for one that does not. */
  closeDay(actor: Actor, id: number, at: Date, note: string, options?: WriteOptions): Promise<AttendanceRecord>;
  /** Takes a day and its punches off the list; they stay as evidence. */
  voidDay(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** Records an absence, on a day of work too (half-day); the only kind of day that may lie in the future (D:T3, T14). */
  recordAbsence(actor: Actor, absence: Absence, options?: WriteOptions): Promise<AttendanceRecord>;
}

/** Each is locked, read and written while the other writers wait, on SQLite the whole process. */
const MOST_DECIDED = 500;

export interface DayParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly attendanceStatuses: readonly string[];
}

export function createDayService(parts: DayParts): DayService {
  const { database, audit, clock } = parts;

  async function decide(
    actor: Actor,
    ids: readonly number[],
    status: 'approved' | 'rejected',
    options: WriteOptions,
  ): Promise<number> {
    authorize(actor, 'attendance.manage');
    if (ids.length > MOST_DECIDED) throw invalidField('ids', issue('max', { max: MOST_DECIDED }));
    for (const id of ids) assertPossibleId(id, 'attendance', MAX_BIG_ID);
    return database.write(actor, `attendance.${status}`, options, async (company) => {
      await lockEmployeesOf(company, ids);
      const changed: number[] = [];
      for (const id of new Set(ids)) {
        const record = await liveRecord(company, id);
        assertDecidable(record.status);
        if (record.status === status) continue;
        const decision = { decidedBy: actorName(actor), decidedAt: clock.now(), updatedAt: clock.now() };
        await changeRecord(company, record, { status, isApproved: status === 'approved', ...decision });
        changed.push(id);
      }
      if (changed.length > 0) {
        await auditAct(audit, company, actor, `attendance.${status}`, { attendance_ids: changed.map(String) });
      }
      return changed.length;
    });
  }

  return {
    approve: (actor, ids, options = {}) => decide(actor, ids, 'approved', options),
    reject: (actor, ids, options = {}) => decide(actor, ids, 'rejected', options),

    async setStatus(actor, id, status, { approved }, options = {}) {
      authorize(actor, 'attendance.manage');
      assertStatus(status, approved, parts.attendanceStatuses);
      return database.write(actor, 'attendance.setStatus', options, async (company) => {
        const record = await liveRecord(company, id);
        if (isOwnStatus(status)) assertFitsPunches(status, await livePunches(company, id));
        const changed = await changeRecord(company, record, {
          status,
          isApproved: approved,
          updatedAt: clock.now(),
        });
        await auditAct(audit, company, actor, 'attendance.set_status', {
          attendance_id: id,
          status,
          approved: String(approved),
        });
        return recordFromRow(changed);
      });
    },

    async correct(actor, employeeId, date, input, options = {}) {
      authorize(actor, 'attendance.manage');
      const correction = validate(correctionInput, input);
      if (!isCalendarDate(date)) throw invalidField('date', issue('date'));
      return database.write(actor, 'attendance.correct', options, async (company) => {
        if ((await lockPunches(company, employeeId)) === null) throw notFound('employee');
        const { zone, workDayHours } = await readCompany(company);
        const now = clock.now();
        assertPlausibleDay(correction.punches, { date, zone, workDayHours }, now);
        const record = await findOrMakeRecord(company, employeeId, date, now);
        await assertApartFromOtherDays(company, record, correction.punches);
        await replacePunches(company, record, correction, actorName(actor), now);
        const rebuilt = await rebuildRecord(company, record, now);
        await auditAct(audit, company, actor, 'attendance.correct', {
          attendance_id: record.id,
          note: correction.note,
        });
        return recordFromRow(rebuilt);
      });
    },

    async closeDay(actor, id, at, note, options = {}) {
      authorize(actor, 'attendance.manage');
      const record = await findDayById(database.read(actor, options.manager), id);
      if (record === null) throw notFound('attendance');
      assertOpen(record.record.status);
      const punches = [
        ...record.punches.map((punch) => ({ kind: punch.kind, at: punch.at })),
        { kind: 'out' as const, at },
      ];
      return this.correct(actor, record.record.employeeId, record.record.date, { punches, note }, options);
    },

    async voidDay(actor, id, options = {}) {
      authorize(actor, 'attendance.manage');
      await database.write(actor, 'attendance.voidDay', options, async (company) => {
        const record = await liveRecord(company, id);
        const now = clock.now();
        await voidPunches(company, record, actorName(actor), now);
        await changeRecord(company, record, { voidedAt: now, updatedAt: now });
        await auditAct(audit, company, actor, 'attendance.void', { attendance_id: id });
      });
    },

    async recordAbsence(actor, input, options = {}) {
      authorize(actor, 'attendance.manage');
      const absence = validate(absenceInput, input);
      return database.write(actor, 'attendance.recordAbsence', options, async (company) => {
        if ((await lockPunches(company, absence.employee_id)) === null) {
          throw new InvalidInputError({ employee_id: [{ rule: 'in' }] });
        }
        if ((await company.findOne(absenceTypeTable, { label: absence.absence_type })) === null) {
          throw new InvalidInputError({ absence_type: [{ rule: 'in' }] });
        }
        const now = clock.now();
        const record = await findOrMakeRecord(company, absence.employee_id, absence.date, now);
        if (record.absenceType === absence.absence_type) return recordFromRow(record);
        const absent = await changeRecord(company, record, { absenceType: absence.absence_type });
        // What was approved was another day (D:T16).
        const rebuilt = await rebuildRecord(company, absent, now);
        await auditAct(audit, company, actor, 'attendance.absence', { attendance_id: record.id });
        return recordFromRow(rebuilt);
      });
    },
  };
}

/** A record of the company that was not voided, read after its employee's punches were locked. */
async function liveRecord(company: CompanyTransaction, id: number): Promise<AttendanceRow> {
  assertPossibleId(id, 'attendance', MAX_BIG_ID);
  const live = { id, voidedAt: null };
  const found = await company.findOne(attendanceTable, live);
  if (found !== null) await lockPunches(company, found.employeeId);
  const record = found === null ? null : await company.findOne(attendanceTable, live);
  if (record === null) throw notFound('attendance');
  return record;
}

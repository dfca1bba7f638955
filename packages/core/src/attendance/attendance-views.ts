import { type Decider, deciderOf, namesOfOthers } from '../accounts/own-records.ts';
import { type Actor, withSelf } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import { listReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { notFound, orNotFound } from '../errors.ts';
import { isPossibleId } from '../possible-id.ts';
import type { ReadParts } from '../service-parts.ts';
import { type CalendarDate, datesOfMonth, isCalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import { authorizeDaysOf } from './attendance-access.ts';
import { listAttendance } from './attendance-list.ts';
import type { AttendanceDay, AttendanceRecord } from './attendance-record.ts';
import { findDay, findDayById, findLastDay, type PunchedDay } from './punch-queries.ts';
import { toAttendanceDay } from './to-attendance-day.ts';
import { punchOutWouldClose } from './working-day.ts';

/** Who corrects the days of a person and decides on them (D:A23). */
export interface DayDeciders {
  /** `others` for the asker's own days, unless they decide alone (D:A23). */
  readonly waitsFor: Decider;
  /** Up to three other active managers and admins, whom the person of the days may tell. */
  readonly names: readonly string[];
}

/** Days for the web interface: employees see their own, managers and the product everybody's. */
export interface AttendanceViews {
  /** One record with its punches, including voided ones, and the rules that placed them. Throws `not_found`. */
  day(actor: Actor, id: number): Promise<AttendanceDay>;
  /** The day of a date; null if there is no record. Throws `not_found` for an invalid date, and for others' days. */
  dayOfDate(actor: Actor, employeeId: number, date: CalendarDate): Promise<AttendanceDay | null>;
  /** The employee's open day, which may have begun yesterday; otherwise today's in the company's zone, or null. */
  today(actor: Actor, employeeId: number): Promise<AttendanceDay | null>;
  /** The records of a month `YYYY-MM`, by date. Throws `not_found` for an invalid month. */
  month(actor: Actor, employeeId: number, month: string): Promise<readonly AttendanceRecord[]>;
  /** Who corrects a person's days and decides on them. Throws `not_found` for others' days. */
  whoDecides(actor: Actor, employeeId: number): Promise<DayDeciders>;
}

/** At least as many as a month has days, on one page. */
const DAYS_OF_A_MONTH = { page: 1, per_page: 200 };

export function createAttendanceViews({ database, clock }: ReadParts): AttendanceViews {
  const shown = async (scope: CompanyScope, day: PunchedDay): Promise<AttendanceDay> => {
    const { workDayHours } = await readCompany(scope);
    return toAttendanceDay(scope, day, { now: clock.now(), workDayHours });
  };
  return {
    async day(actor, id) {
      const scope = database.scope(withSelf(actor));
      const day = orNotFound(await findDayById(scope, id), 'attendance');
      authorizeDaysOf(actor, day.record.employeeId);
      return shown(scope, day);
    },

    async dayOfDate(actor, employeeId, date) {
      authorizeDaysOf(actor, employeeId);
      if (!isCalendarDate(date)) throw notFound('attendance');
      if (!isPossibleId(employeeId)) return null;
      const scope = database.scope(withSelf(actor));
      const day = await findDay(scope, employeeId, date);
      return day === null ? null : shown(scope, day);
    },

    async today(actor, employeeId) {
      authorizeDaysOf(actor, employeeId);
      if (!isPossibleId(employeeId)) return null;
      const scope = database.scope(withSelf(actor));
      const { zone, workDayHours } = await readCompany(scope);
      const now = clock.now();
      const last = await findLastDay(scope, employeeId);
      const isAtWork = last !== null && punchOutWouldClose(last.punches, now, workDayHours);
      const day = isAtWork ? last : await findDay(scope, employeeId, localDate(now, zone));
      return day === null ? null : toAttendanceDay(scope, day, { now, workDayHours });
    },

    async whoDecides(actor, employeeId) {
      authorizeDaysOf(actor, employeeId);
      const scope = database.scope(withSelf(actor));
      const waitsFor = (await deciderOf(scope, actor))(employeeId);
      return { waitsFor, names: await namesOfOthers(scope, isPossibleId(employeeId) ? employeeId : 0) };
    },

    async month(actor, employeeId, month) {
      authorizeDaysOf(actor, employeeId);
      const dates = orNotFound(datesOfMonth(month), 'month');
      // A null id would not filter the list, so it would show everybody's month.
      if (!isPossibleId(employeeId)) return [];
      const filter = { employee_id: employeeId, date_from: dates.from, date_to: dates.to };
      return (
        await listAttendance(
          database.scope(withSelf(actor), listReading('attendance.month')),
          filter,
          DAYS_OF_A_MONTH,
          false,
        )
      ).items;
    },
  };
}

import { authorize } from '../abilities-and-roles.ts';
import { type Actor, withSelf } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import { listReading, longReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { PageRequest } from '../database/sql/paging.ts';
import { searchWords } from '../database/sql/word-search.ts';
import { employeeSummary } from '../employees/employee-queries.ts';
import { notFound, orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { ReadParts } from '../service-parts.ts';
import { type CalendarDate, type DateRange, datesOfMonth, isCalendarDate } from '../time/calendar-date.ts';
import { HOUR_MS } from '../time/durations.ts';
import { localDate } from '../time/zone.ts';
import { authorizeDaysOf } from './attendance-access.ts';
import { type AttendanceFilter, listAttendance } from './attendance-list.ts';
import type { AttendanceRecord } from './attendance-record.ts';
import { type PersonMonth, personDays, type Sheet, type SheetCounts, type SheetPerson } from './sheet.ts';
import { type SheetFilter, sheetFilterInput } from './sheet-input.ts';
import { type AtWorkBounds, countAtWork, listSheetPeople, readDays, recordsOfPerson } from './sheet-queries.ts';
import { toAttendanceDays } from './to-attendance-day.ts';

/** People and their days side by side, for those who manage attendance; also a person's own month for that person. */
export interface AttendanceSheets {
  /**
   * One page of people by name, each with their days of a month `YYYY-MM`; frozen people only if they have one. Throws
   * `not_found` for an invalid month, `invalid_input`, `not_permitted`.
   */
  monthSheet(actor: Actor, month: string, filter: SheetFilter, page: PageRequest): Promise<Sheet>;
  /** The same for one date. Throws `not_found` for an invalid date. */
  daySheet(actor: Actor, date: CalendarDate, filter: SheetFilter, page: PageRequest): Promise<Sheet>;
  /** A person's days of a month `YYYY-MM` in full. Throws `not_found` for an invalid month, and for others' days. */
  personMonth(actor: Actor, employeeId: number, month: string): Promise<PersonMonth>;
}

const FIRST_RECORD = { page: 1, per_page: 1 };

export function createAttendanceSheets({ database, clock }: ReadParts): AttendanceSheets {
  async function sheet(actor: Actor, dates: DateRange, input: SheetFilter, page: PageRequest): Promise<Sheet> {
    const {
      department_id = null,
      branch_id = null,
      text,
      state = null,
      locale = null,
    } = validate(sheetFilterInput, input);
    const scope = database.scope(actor, longReading('attendance.sheet'));
    const { zone, workDayHours } = await readCompany(scope);
    const now = clock.now();
    const atWorkBounds = atWorkBoundsAt(now, workDayHours, zone);
    const filter = { department_id, branch_id, words: searchWords(text), state, locale };
    const { items, total } = await listSheetPeople(scope, filter, dates, atWorkBounds, page);
    const employeeIds = items.map(({ id }) => id);
    const { records, punches, withLaterPunch } = await readDays(scope, employeeIds, dates);
    const byPerson = new Map<number, AttendanceRecord[]>(items.map(({ id }) => [id, []]));
    for (const record of records) byPerson.get(record.employee_id)?.push(record);
    const people = items.map((employee): SheetPerson => {
      const own = byPerson.get(employee.id) ?? [];
      return {
        employee: employeeSummary(employee),
        ...personDays(own, punches, { now, workDayHours, withLaterPunch }),
      };
    });
    const counts = await countsOf(scope, filter, dates, atWorkBounds);
    return { ...dates, people: { items: people, total }, counts, asOf: now };
  }

  return {
    async monthSheet(actor, month, filter, page) {
      authorize(actor, 'attendance.manage');
      return sheet(actor, orNotFound(datesOfMonth(month), 'month'), filter, page);
    },

    async daySheet(actor, date, filter, page) {
      authorize(actor, 'attendance.manage');
      if (!isCalendarDate(date)) throw notFound('date');
      return sheet(actor, { from: date, to: date }, filter, page);
    },

    async personMonth(actor, employeeId, month) {
      authorizeDaysOf(actor, employeeId);
      const dates = orNotFound(datesOfMonth(month), 'month');
      const scope = database.scope(withSelf(actor), listReading('attendance.personMonth'));
      const { workDayHours } = await readCompany(scope);
      const records = await recordsOfPerson(scope, employeeId, dates);
      const days = await toAttendanceDays(scope, records, { now: clock.now(), workDayHours });
      const counted = days.filter(({ state }) => state !== 'rejected');
      return { days, workedMs: counted.reduce((sum, day) => sum + day.workedMs, 0) };
    },
  };
}

function atWorkBoundsAt(now: Date, workDayHours: number, zone: string): AtWorkBounds {
  const openedAfter = new Date(now.getTime() - workDayHours * HOUR_MS);
  // A day's last in may be this long after its first one (D:T6).
  const earliest = localDate(openedAfter.getTime() - workDayHours * HOUR_MS, zone);
  return { openedAfter, earliest, today: localDate(now, zone) };
}

/** Counted by the totals, or from the few records of a status between the dates. */
async function countsOf(
  scope: CompanyScope,
  { department_id, branch_id }: Pick<AttendanceFilter, 'department_id' | 'branch_id'>,
  dates: DateRange,
  atWorkBounds: AtWorkBounds,
): Promise<SheetCounts> {
  const unit = { department_id: department_id ?? null, branch_id: branch_id ?? null };
  const countOf = async (status: string): Promise<number> => {
    const filter = { ...unit, status, date_from: dates.from, date_to: dates.to };
    return (await listAttendance(scope, filter, FIRST_RECORD, false)).total;
  };
  const atWork = await countAtWork(scope, unit, atWorkBounds);
  const sum = (days: typeof atWork) => days.reduce((total, { days: more }) => total + more, 0);
  const atWorkWithin = sum(atWork.filter(({ date }) => date >= dates.from && date <= dates.to));
  const pending = await countOf('pending');
  const open = await countOf('open');
  // A punch may come between the statements.
  return { pending, noCheckOut: Math.max(0, open - atWorkWithin), atWork: sum(atWork) };
}

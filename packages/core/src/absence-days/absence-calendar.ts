import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { searchWords } from '../database/sql/word-search.ts';
import { type EmployeeSummary, findEmployee, type OrgRef } from '../employees/employee-queries.ts';
import { orNotFound } from '../errors.ts';
import { filterId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf, validate } from '../input/validate.ts';
import { findLeaveGroup } from '../leave/leave-group-queries.ts';
import { findLeaveRequest } from '../leave/leave-queries.ts';
import { LOCALES } from '../locale.ts';
import {
  type CalendarDate,
  type DateRange,
  dateOfDayNumber,
  datesOfMonth,
  dayNumber,
  FIRST_DAY,
  LAST_DAY,
  weekday,
} from '../time/calendar-date.ts';
import { type AwayRow, awayDatesIn, awayDatesOf, departmentMembers, listAwayPeople } from './absence-queries.ts';

/** A date on which a person is away: a `recorded` absence day, or a request with its status. */
export type AwayDate = Pick<AwayRow, 'date' | 'type' | 'status'>;

/** A person and the dates on which they are away, or have asked to be. */
export interface AbsentPerson {
  readonly employee: EmployeeSummary;
  /** By date, each once. */
  readonly dates: readonly AwayDate[];
}

/** The people who are away in a month, or have asked to be. */
export interface AbsenceCalendar extends DateRange {
  readonly people: Page<AbsentPerson>;
}

export interface AwayPerson extends AwayDate {
  readonly employee_id: number;
  readonly name: string;
}

/** The weeks around a leave, Sunday to Saturday, in the department of the person who asked. */
export interface WhoElseIsAway {
  /** Null if the person has no department; then nobody else is listed. */
  readonly department: OrgRef | null;
  /** The number of active people in the department, including the person. */
  readonly members: number;
  readonly days: readonly {
    readonly date: CalendarDate;
    /** Whether the leave has this date. */
    readonly isRequested: boolean;
    /** The others who are away on this date. */
    readonly away: readonly AwayPerson[];
  }[];
}

/** Who is away when, by leave and by recorded absences, for people who decide on leave. */
export interface AbsenceCalendars {
  /**
   * One page by name of the people who are away in a month `YYYY-MM`, or have asked to be. Throws `not_found` for an
   * invalid month, `invalid_input`, `not_permitted`.
   */
  calendar(actor: Actor, month: string, filter: CalendarFilter, page: PageRequest): Promise<AbsenceCalendar>;
  /** Who else is away around the leave of a request, for at most five weeks. Throws `not_found`. */
  away(actor: Actor, leaveRequestId: number): Promise<WhoElseIsAway>;
}

export const calendarFilterInput = defineInput(
  object({
    department_id: filterId().nullable(),
    branch_id: filterId().nullable(),
    text: text({ max: 255, multiline: true, bidiControls: true }).nullable(),
    locale: oneOf(LOCALES).nullable(),
  }),
  { isClosed: true },
);

/**
 * The people in a calendar; an absent or null filter, or a blank text, omits nobody. `text` is words of the name. With
 * `locale: 'he'`, the reader's language, Hebrew names come first.
 */
export type CalendarFilter = InputOf<typeof calendarFilterInput>;

/** Of a longer leave only the first weeks are shown. */
const MAX_DAYS = 5 * 7;

export function createAbsenceCalendars(parts: { readonly database: CompanyReads }): AbsenceCalendars {
  const { database } = parts;
  return {
    async calendar(actor, month, input, page) {
      authorize(actor, 'leave.decide');
      authorize(actor, 'attendance.manage');
      const dates = orNotFound(datesOfMonth(month), 'month');
      const {
        department_id = null,
        branch_id = null,
        text: name,
        locale = null,
      } = validate(calendarFilterInput, input);
      const scope = database.scope(actor, longReading('absenceDays.calendar'));
      const filter = { department_id, branch_id, words: searchWords(name), locale };
      const { items, total } = await listAwayPeople(scope, filter, dates, page);
      const away = await awayDatesOf(
        scope,
        items.map(({ id }) => id),
        dates,
      );
      const people = items.map((employee) => ({
        employee,
        dates: away
          .filter(({ employee_id }) => employee_id === employee.id)
          .map(({ date, type, status }) => ({ date, type, status })),
      }));
      return { ...dates, people: { items: people, total } };
    },

    async away(actor, leaveRequestId) {
      authorize(actor, 'leave.decide');
      authorize(actor, 'attendance.manage');
      const scope = database.scope(actor, longReading('absenceDays.away'));
      const request = orNotFound(await findLeaveRequest(scope, leaveRequestId), 'leave request');
      const requested = new Set((await findLeaveGroup(scope, request)).map(({ date }) => date));
      const dates = datesAround([...requested]);
      const [from, to] = [dates[0] as CalendarDate, dates.at(-1) as CalendarDate];
      const department = (await findEmployee(scope, request.employeeId))?.department ?? null;
      const members = department === null ? [] : await departmentMembers(scope, department.id);
      const names = new Map(members.map(({ id, name }) => [id, name]));
      const all = department === null ? [] : await awayDatesIn(scope, department.id, { from, to });
      const others = all.flatMap((row): AwayPerson[] => {
        const name = names.get(row.employee_id);
        return name === undefined || row.employee_id === request.employeeId ? [] : [{ ...row, name }];
      });
      const days = dates.map((date) => ({
        date,
        isRequested: requested.has(date),
        away: others.filter((person) => person.date === date),
      }));
      return { department, members: members.length, days };
    },
  };
}

/** The dates of whole weeks from Sunday, around the first of these dates and as many others as fit. */
function datesAround(requested: readonly CalendarDate[]): CalendarDate[] {
  const sorted = [...requested].sort();
  const [first, last] = [sorted[0] as CalendarDate, sorted.at(-1) as CalendarDate];
  const from = dayNumber(first) - weekday(first);
  const to = Math.min(dayNumber(last) + 6 - weekday(last), from + MAX_DAYS - 1, LAST_DAY);
  const start = Math.max(from, FIRST_DAY);
  return Array.from({ length: to - start + 1 }, (_, index) => dateOfDayNumber(start + index));
}

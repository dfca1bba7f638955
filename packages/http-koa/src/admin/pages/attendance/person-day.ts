import type { AttendanceDay, Employee, Punch } from '@shaon/core';
import {
  addDays,
  isCalendarDate,
  lastPunchDate,
  localDate,
  localTimeToInstant,
  startOfLocalDate,
} from '@shaon/core/extension';
import { PageError } from '../../page-errors.ts';
import type { Page } from '../../visit.ts';
import { isWorkDate } from '../../work-date.ts';
import { type ListOfDays, listOfDays } from './sheet-query.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A person and one of their days, which may have no record. */
export interface PersonDay {
  readonly employee: Employee;
  readonly date: string;
  readonly day: AttendanceDay | null;
  /** The list that led here. */
  readonly list: ListOfDays;
}

/** The path's person and their day of `date`. Throws `not_found` for people out of reach, `notFound` for no date. */
export async function readPersonDay(page: Page, date: string): Promise<PersonDay> {
  const { core, actor } = page;
  const employee = await core.employees.get(actor, page.id());
  if (!isCalendarDate(date)) throw new PageError('notFound');
  return { employee, date, day: await core.attendance.dayOfDate(actor, employee.id, date), list: listOfDays(page) };
}

/** The same for a form, which contains its date. */
export function readFormDay(page: Page): Promise<PersonDay> {
  return readPersonDay(page, page.form.text('date'));
}

/** Under the mount, with the list that led to it. */
export function personDayPath(
  { employee, date, list }: Pick<PersonDay, 'date' | 'list'> & { readonly employee: Pick<Employee, 'id'> },
  more = '',
): string {
  return `/attendance/people/${employee.id}${more}?${new URLSearchParams({ ...list, date })}`;
}

/** The list that led to a day, as it was filtered and turned to: of its date, or of its month. */
export function listOfDay({ date, list: { view, ...asked } }: PersonDay): string {
  return view === 'day'
    ? `/attendance/day?${new URLSearchParams({ ...asked, date })}`
    : `/attendance?${new URLSearchParams({ ...asked, month: date.slice(0, 7) })}`;
}

/** Records that the page showed the day, and whether it showed locations. */
export function discloseDay(page: Page, { employee, date, day }: PersonDay): void {
  const locations = day?.punches.some(({ location }) => location !== null) ?? false;
  page.disclosed({ what: 'attendance', employee_id: employee.id, dates: [date, date], locations });
}

/** The punches that are not voided. */
export function livePunches(day: AttendanceDay | null): Punch[] {
  return day?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
}

/** When the form's day was seen; a day that did not exist then counts as seen at the epoch. */
export function seenAt({ form }: Page): Date {
  return new Date(Number(form.text('seen')) || 0);
}

export const seenValue = (day: AttendanceDay | null): string => String(day?.updatedAt.getTime() ?? 0);

/**
 * The dates on which a punch of this day may lie, as a form calls them: its own and those after it, for work past midnight
 * and breaks, and where its punches lie already.
 */
export function formDates(page: Page, { date, day }: PersonDay): string[] {
  const dates = [date];
  const last = isWorkDate(date) ? lastPunchDate(date, page.company) : date;
  for (let next = date; next < last; dates.push(next)) next = addDays(next, 1);
  const called = dates.flatMap((one) => (hasSecondTimes(page, one) ? [one, second(one)] : [one]));
  return [...new Set([...called, ...livePunches(day).map(({ at }) => formDateOf(page, at))])].sort();
}

/** Where clocks go back, a time of day may come twice: a form means the first, unless its date says this. */
const SECOND = ' second';
const second = (date: string): string => `${date}${SECOND}`;

/** Whether clocks go back on this date. */
function hasSecondTimes({ zone }: Page, date: string): boolean {
  if (!isWorkDate(date)) return false;
  return startOfLocalDate(addDays(date, 1), zone).getTime() - startOfLocalDate(date, zone).getTime() > DAY_MS;
}

/** What a form calls the date of a punch: `2026-10-25`, and `2026-10-25 second` where its time has come before. */
export function formDateOf(page: Page, at: Date): string {
  const date = dateOfPunch(page, at);
  return isSecondTime(page, at) ? second(date) : date;
}

/** Whether clocks have shown the time of a punch, to the minute, an hour or so before. */
export function isSecondTime(page: Page, at: Date): boolean {
  const first = localTimeToInstant(dateOfPunch(page, at), page.format.time(at), page.zone);
  return at.getTime() - first.getTime() >= MINUTE_MS;
}

/** The calendar date of what a form calls a date. */
export const calendarDateOf = (formDate: string): string => formDate.replace(SECOND, '');

/** `08:02`, or shorter as people type it: `8:02`, `802`. */
const TIME = /^([01]?\d|2[0-3]):?([0-5]\d)$/;

/** The instant of a form's time of day on what it calls a date, in the company's zone; null if either is invalid. */
export function punchInstant(page: Page, formDate: string, time: string): Date | null {
  const [, hour, minute] = TIME.exec(time.trim()) ?? [];
  const date = calendarDateOf(formDate);
  if (hour === undefined || minute === undefined || !isCalendarDate(date)) return null;
  const which = date === formDate ? 'earlier' : 'later';
  return localTimeToInstant(date, `${hour.padStart(2, '0')}:${minute}`, page.zone, which);
}

/** The date of a punch in the company's zone. */
export function dateOfPunch(page: Page, at: Date): string {
  return localDate(at, page.zone);
}

import type { AttendanceDay, Decider, Employee, Punch } from '@shaon/core';
import {
  addDays,
  DAY_MS,
  isCalendarDate,
  lastPunchDate,
  localDate,
  localTimeToInstant,
  MINUTE_MS,
  skippedTime,
  startOfLocalDate,
} from '@shaon/core/time';
import { name } from '../../components/texts.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { timeOfDay } from '../../time-of-day.ts';
import { isWorkDate } from '../../work-date.ts';
import { askedDate, type ListOfDays, listOfDays } from './sheet-query.ts';

/** A person and one of their days, which may have no record. */
export interface PersonDay {
  readonly employee: Employee;
  readonly date: string;
  readonly day: AttendanceDay | null;
  /** Who corrects the day and decides on it: `others` for the reader's own (D:A23). */
  readonly waitsFor: Decider;
  /** The list whose link led to this day. */
  readonly list: ListOfDays;
}

/** A day as tables and lists of it need it. */
export type ShownDay = Omit<PersonDay, 'employee'> & { readonly employee: Pick<Employee, 'id' | 'name'> };

/** The path's person and their day of `date`. Throws `not_found` for people out of reach, `notFound` for no date. */
export async function readPersonDay(page: Page, date: string): Promise<PersonDay> {
  const { core, actor } = page;
  const employee = await core.employees.get(actor, page.id());
  if (!isCalendarDate(date)) throw new PageError('notFound');
  const day = await core.attendance.dayOfDate(actor, employee.id, date);
  const { waitsFor } = await core.attendance.whoDecides(actor, employee.id);
  return { employee, date, day, waitsFor, list: listOfDays(page) };
}

/** The same for a page that asks for a change. Throws `notPermitted` for a day that others correct. */
async function readDayToChange(page: Page, date: string): Promise<PersonDay> {
  const personDay = await readPersonDay(page, date);
  if (personDay.waitsFor === 'others') throw new PageError('notPermitted');
  return personDay;
}

/** The same for a page with a form, which contains its date. */
export function readAskedDay(page: Page): Promise<PersonDay> {
  return page.state.method === 'GET' ? readDayToChange(page, askedDate(page)) : readFormDay(page);
}

/** What the address of a day keeps: the list that led to it, and its date. */
export const queryOfDay = (page: Page) => ({ ...listOfDays(page), date: askedDate(page) });

/** Where the pages below a day stand. */
export const dayPlace = ({ format }: Page, personDay: PersonDay) => ({
  navigation: '/attendance',
  crumbs: [
    {
      href: personDayPath(personDay),
      label: html`${name(personDay.employee.name)}, ${format.shortDate(personDay.date)}`,
    },
  ],
});

/** The same for a form, which contains its date. */
export function readFormDay(page: Page): Promise<PersonDay> {
  return readPersonDay(page, page.form.text('date'));
}

/** The path under the mount, with the list that led to the day. */
export function personDayPath(
  { employee, date, list }: Pick<PersonDay, 'date' | 'list'> & { readonly employee: Pick<Employee, 'id'> },
  more = '',
): string {
  return `/attendance/people/${employee.id}${more}?${new URLSearchParams({ ...list, date })}`;
}

/** The path of the list that led to a day, with its filter and page; it shows the day's date or month. */
export function listOfDay({ date, list: { view, ...asked } }: PersonDay): string {
  return view === 'day'
    ? `/attendance/day?${new URLSearchParams({ ...asked, date })}`
    : `/attendance?${new URLSearchParams({ ...asked, month: date.slice(0, 7) })}`;
}

/** Whether a day has a break to show: hours are shown without seconds, so a shorter one would be 0:00. */
export const hasBreak = ({ breakMs }: Pick<AttendanceDay, 'breakMs'>): boolean => breakMs >= MINUTE_MS;

/** Records that the page showed the day, and whether it showed locations. */
export function discloseDay(page: Page, { employee, date, day }: PersonDay): void {
  const locations = day?.punches.some(({ location }) => location !== null) ?? false;
  page.disclosed({ what: 'attendance', employee_id: employee.id, dates: [date, date], locations });
}

/** Above a form of a day that others changed first. */
export const dayChanged = ({ t }: Page): string => t.attendance.decision.changed;

/** The punches that are not voided. */
export function livePunches(day: AttendanceDay | null): Punch[] {
  return day?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
}

export const seenValue = (day: AttendanceDay | null): string => String(day?.updatedAt.getTime() ?? 0);

/**
 * The possible form dates of this day's punches: its own date and later ones, for work past midnight and breaks, and
 * the dates of its existing punches.
 */
export function formDates(page: Page, { date, day }: Pick<PersonDay, 'date' | 'day'>): string[] {
  const dates = [date];
  const last = isWorkDate(date) ? lastPunchDate(date, page.company) : date;
  for (let next = date; next < last; dates.push(next)) next = addDays(next, 1);
  const called = dates.flatMap((one) => (hasSecondTimes(page, one) ? [one, second(one)] : [one]));
  return [...new Set([...called, ...livePunches(day).map(({ at }) => formDateOf(page, at))])].sort();
}

/** When clocks are set back, a time of day may occur twice. A form date with this suffix means the second one. */
const SECOND = ' second';
const second = (date: string): string => `${date}${SECOND}`;

/** Whether clocks are set back on this date. */
function hasSecondTimes({ zone }: Page, date: string): boolean {
  if (!isWorkDate(date)) return false;
  return startOfLocalDate(addDays(date, 1), zone).getTime() - startOfLocalDate(date, zone).getTime() > DAY_MS;
}

/** The form date of a punch: `2026-10-25`, or `2026-10-25 second` for the second occurrence of its time. */
export function formDateOf(page: Page, at: Date): string {
  const date = dateOfPunch(page, at);
  return isSecondTime(page, at) ? second(date) : date;
}

/** Whether clocks showed the time of a punch once before, about an hour earlier; seconds are ignored. */
export function isSecondTime(page: Page, at: Date): boolean {
  const first = localTimeToInstant(dateOfPunch(page, at), page.format.time(at), page.zone);
  return at.getTime() - first.getTime() >= MINUTE_MS;
}

/** The calendar date of a form date. */
export const calendarDateOf = (formDate: string): string => formDate.replace(SECOND, '');

/** The instant of a time of day on a form date, in the company's zone; an error text if there is no such time. */
export function punchInstant(page: Page, formDate: string, typed: string): Date | string {
  const { t, zone } = page;
  const time = timeOfDay(typed);
  const date = calendarDateOf(formDate);
  if (time === null || !isCalendarDate(date)) return t.common.timeMissing;
  const skipped = skippedTime(date, time, zone);
  if (skipped !== null) return t.common.timeSkipped(time, skipped.from, skipped.to);
  const which = date === formDate ? 'earlier' : 'later';
  return localTimeToInstant(date, time, zone, which);
}

/** The date of a punch in the company's zone. */
export function dateOfPunch(page: Page, at: Date): string {
  return localDate(at, page.zone);
}

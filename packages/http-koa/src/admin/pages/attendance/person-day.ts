import type { AttendanceDay, Employee, Punch } from '@shaon/core';
import { isCalendarDate, localDate, localTimeToInstant } from '@shaon/core/extension';
import { dateBeside } from '../../date-beside.ts';
import { PageError } from '../../page-errors.ts';
import type { Page } from '../../visit.ts';

/** A person and one of their days, which may have no record. */
export interface PersonDay {
  readonly employee: Employee;
  readonly date: string;
  readonly day: AttendanceDay | null;
}

/** The path's person and their day of `date`. Throws `not_found` for people out of reach, `notFound` for no date. */
export async function readPersonDay(page: Page, date: string): Promise<PersonDay> {
  const { core, actor } = page;
  const employee = await core.employees.get(actor, page.id());
  if (!isCalendarDate(date)) throw new PageError('notFound');
  return { employee, date, day: await core.attendance.dayOfDate(actor, employee.id, date) };
}

/** The same for a form, which contains its date. */
export function readFormDay(page: Page): Promise<PersonDay> {
  return readPersonDay(page, page.form.text('date'));
}

/** The path under the mount. */
export function personDayPath({ employee, date }: Pick<PersonDay, 'employee' | 'date'>, more = ''): string {
  return `/attendance/people/${employee.id}${more}?date=${date}`;
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

/** The possible dates of this day's punches: its own and the next, for work past midnight. */
export function punchDates(date: string): string[] {
  const next = dateBeside(date, 1);
  return next === null ? [date] : [date, next];
}

/** `08:02`, or shorter as people type it: `8:02`, `802`. */
const TIME = /^([01]?\d|2[0-3]):?([0-5]\d)$/;

/** The instant of a form's time of day on a date, in the company's zone; null if either is invalid. */
export function punchInstant(page: Page, date: string, time: string): Date | null {
  const [, hour, minute] = TIME.exec(time.trim()) ?? [];
  if (hour === undefined || minute === undefined || !isCalendarDate(date)) return null;
  return localTimeToInstant(date, `${hour.padStart(2, '0')}:${minute}`, page.zone);
}

/** The date of a punch in the company's zone. */
export function dateOfPunch(page: Page, at: Date): string {
  return localDate(at, page.zone);
}

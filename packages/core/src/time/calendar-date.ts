import { DAY_MS } from './durations.ts';

/** A day of the proleptic Gregorian calendar without time or zone, as `YYYY-MM-DD`, years 0001 to 9999 (D:Q16). */
export type CalendarDate = string;

/** Both inclusive. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The days 0001-01-01 and 9999-12-31, counted from 1970-01-01. */
export const FIRST_DAY = -719_162;
export const LAST_DAY = 2_932_896;

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLength = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);

/** Whether it is the text of an existing day in exactly the form `YYYY-MM-DD`; 2026-02-30 and 2026-2-3 are not (D:Q16). */
export function isCalendarDate(value: unknown): boolean {
  // `exec` itself would turn a list of one text into that text.
  const match = typeof value === 'string' ? FORM.exec(value) : null;
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && day >= 1 && day <= monthLength(year, month);
}

/** Days since 1970-01-01. Throws RangeError if the text is not a calendar date. */
export function dayNumber(date: CalendarDate): number {
  if (!isCalendarDate(date)) throw new RangeError('Not a calendar date in the form YYYY-MM-DD');
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** The date `day` days after 1970-01-01. Throws RangeError outside the years 0001 to 9999. */
export function dateOfDayNumber(day: number): CalendarDate {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) {
    throw new RangeError('A calendar date lies in the years 0001 to 9999');
  }
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The date `days` later, or earlier if negative. Throws RangeError outside the years 0001 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** Sorts dates ascending. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

export function lastOfMonth(date: CalendarDate): CalendarDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return `${date.slice(0, 7)}-${monthLength(year, month)}`;
}

/** The first and last day of a month `YYYY-MM`; null for any other text. */
export function datesOfMonth(month: string): DateRange | null {
  const from = `${month}-01`;
  if (!isCalendarDate(from)) return null;
  return { from, to: lastOfMonth(from) };
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(date: CalendarDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

/** Whether an instant has a date in every zone, with dates before and after it. */
export function isDatable(instant: Date): boolean {
  const day = instant.getTime() / DAY_MS;
  return day >= FIRST_DAY + 2 && day < LAST_DAY - 1;
}

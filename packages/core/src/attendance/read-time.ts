import { dateTime } from '../input/date-fields.ts';
import { type Issue, issue } from '../input/issue.ts';
import { addDays, type CalendarDate, isCalendarDate, isDatable } from '../time/calendar-date.ts';
import { localTimeToInstant, skippedTime } from '../time/zone.ts';
import { timeAfter } from './punch-order.ts';

const LOCAL = /^(?:(\d{4}-\d{2}-\d{2})[T ])?((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.\d{1,9})?$/;
const OFFSET = /^(.*[T ].*?)(Z|[+-]\d{2}:\d{2})$/;
/** `2026-06-01 08:00:00.999999999+02:00`: a longer text is not a time, and not worth matching. */
const LONGEST = 35;
const withOffset = dateTime();

/** The context for reading a time of an imported row. */
export interface TimeContext {
  /** The row's own date, for a time without one. */
  readonly date: CalendarDate;
  /** The company's zone, for a time without an offset. */
  readonly zone: string;
  /** If a time without a date would be before this, it is on the next day: a night shift. */
  readonly notBefore?: Date | null;
}

/**
 * Reads a time of an imported row: ISO 8601 with an offset (`2026-03-26T22:00:00+02:00`), a local date-time
 * (`2026-03-26T22:00` or with a space), or a local time on the row's date (`22:00`, `8:00`). Any other text is an issue, and
 * so is a time that clocks skipped (D:A25). A local time that occurs twice is the earlier one unless only the later is in
 * order (D:T7); with an offset it is unambiguous.
 */
export function readTime(text: string, context: TimeContext): Date | Issue {
  const time = text.length > LONGEST ? null : timeOf(text, context);
  if (time === null) return issue('clock_time');
  return time instanceof Date && !isDatable(time) ? issue('clock_time') : time;
}

function timeOf(text: string, { date, zone, notBefore = null }: TimeContext): Date | Issue | null {
  const exact = OFFSET.exec(text);
  if (exact !== null) return exactTime(exact[1] as string, exact[2] as string);
  const local = LOCAL.exec(text);
  if (local === null) return null;
  const [, ownDate, clock = ''] = local;
  const time = twoDigits(clock);
  if (ownDate !== undefined) return isCalendarDate(ownDate) ? inOrder(ownDate, time, zone, notBefore) : null;
  const sameDay = inOrder(date, time, zone, notBefore);
  const isBefore = notBefore !== null && sameDay instanceof Date && sameDay < notBefore;
  return isBefore ? inOrder(addDays(date, 1), time, zone, notBefore) : sameDay;
}

/** A time without seconds is not before another of its minute (D:A26). */
function inOrder(date: CalendarDate, time: string, zone: string, notBefore: Date | null): Date | Issue {
  const skipped = skippedTime(date, time, zone);
  if (skipped !== null) return issue('skipped_time', { from: skipped.from, to: skipped.to });
  const earlier = timeAfter(localTimeToInstant(date, time, zone), notBefore);
  return notBefore === null || earlier >= notBefore ? earlier : localTimeToInstant(date, time, zone, 'later');
}

/** `8:00` is `08:00`. */
const twoDigits = (clock: string): string => clock.replace(/^\d:/, '0$&');

/** Seconds are optional, a space may replace the T, and digits beyond milliseconds are cut off. */
function exactTime(local: string, offset: string): Date | null {
  const whole = local
    .replace(/[T ](\d):/, 'T0$1:')
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d{1,6}$/, '$1');
  const seconds = /T\d{2}:\d{2}$/.test(whole) ? ':00' : '';
  const value: unknown = withOffset.cast(`${whole}${seconds}${offset}`, { assert: false });
  return value instanceof Date ? value : null;
}

export interface Break {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The breaks of an imported day: a text `12:00/12:30; 15:00/15:15`, or in JSON a list of `{ start, end }`. Each time is
 * read by `readTime`, and not before the previous one. Any other value is an issue.
 */
export function readBreaks(
  value: unknown,
  context: Omit<TimeContext, 'notBefore'>,
  checkIn: Date | null,
): Break[] | Issue {
  const pairs = pairsOf(value);
  if (pairs === null) return issue('breaks');
  const breaks: Break[] = [];
  let notBefore = checkIn;
  for (const [startText, endText] of pairs) {
    const start = readTime(startText, { ...context, notBefore });
    if (!(start instanceof Date)) return start;
    const end = readTime(endText, { ...context, notBefore: start });
    if (!(end instanceof Date)) return end;
    breaks.push({ start, end });
    notBefore = end;
  }
  return breaks;
}

function pairsOf(value: unknown): [string, string][] | null {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const pairs = value.map((one: unknown) => {
      const { start, end } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
      return [start, end];
    });
    return pairs.every((pair): pair is [string, string] => pair.every((time) => typeof time === 'string'))
      ? pairs
      : null;
  }
  if (typeof value !== 'string') return null;
  if (value.trim() === '') return [];
  const pairs = value.split(';').map((pair) => pair.split('/').map((time) => time.trim()));
  return pairs.every((pair): pair is [string, string] => pair.length === 2) ? pairs : null;
}

import { mixed, type TestConfig } from 'yup';
import { type CalendarDate, isCalendarDate } from '../time/calendar-date.ts';
import { resolveZone } from '../time/zone.ts';
import { issue } from './issue.ts';
import { type Field, trimmed } from './text-fields.ts';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);
const isTimeOfDay = (value: unknown): value is string => typeof value === 'string' && TIME_OF_DAY.test(value);

const blankToNull = (value: unknown): unknown => (typeof value === 'string' && trimmed(value) === null ? null : value);

/** A real day in exactly the form `YYYY-MM-DD` (D:Q16). */
export function calendarDate(): Field<CalendarDate> {
  return mixed(isDate).typeError(issue('date')).nonNullable(issue('date')).transform(blankToNull);
}

/** A time of day `HH:MM`, 00:00 to 23:59 (D:O3). */
export function timeOfDay(): Field<string> {
  return mixed(isTimeOfDay).typeError(issue('time_of_day')).nonNullable(issue('time_of_day')).transform(blankToNull);
}

/** An IANA zone; the result is its resolved name (D:T4). */
export function zoneName(): Field<string> {
  return mixed((value: unknown): value is string => typeof value === 'string' && resolveZone(value) === value)
    .typeError(issue('zone'))
    .nonNullable(issue('zone'))
    .transform((value: unknown) => (typeof value === 'string' ? (resolveZone(value.trim()) ?? value) : value))
    .transform(blankToNull);
}

/** Refuses a date before the one in the field `other`, if both are dates (D:Q17). */
export function notBefore(other: string): TestConfig<CalendarDate | null | undefined> {
  return {
    name: 'after_or_equal',
    message: issue('after_or_equal', { other }),
    test(value) {
      const earlier: unknown = this.parent[other];
      return !isDate(value) || !isDate(earlier) || value >= earlier;
    },
  };
}

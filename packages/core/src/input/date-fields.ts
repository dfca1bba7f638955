import { mixed, type TestConfig } from 'yup';
import { type CalendarDate, isCalendarDate, isDatable } from '../time/calendar-date.ts';
import { issue } from './issue.ts';
import { blankToNull, type Field } from './text-fields.ts';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

const isTimeOfDay = (value: unknown): value is string => typeof value === 'string' && TIME_OF_DAY.test(value);

/** An existing day in exactly the form `YYYY-MM-DD` (D:Q16). */
export function calendarDate(): Field<CalendarDate> {
  return mixed(isDate).typeError(issue('date')).nonNullable(issue('date')).transform(blankToNull);
}

/** A time of day `HH:MM`, 00:00 to 23:59 (D:O3). */
export function timeOfDay(): Field<string> {
  return mixed(isTimeOfDay).typeError(issue('time_of_day')).nonNullable(issue('time_of_day')).transform(blankToNull);
}

const isInstant = (value: unknown): value is Date => value instanceof Date && isDatable(value);

/** A point in time as a Date; a text is refused. Both databases accept it, and it has a date in every zone. */
export function instant(): Field<Date> {
  return mixed(isInstant).typeError(issue('date_time')).nonNullable(issue('date_time'));
}

/** An ISO 8601 date-time with seconds and an offset or `Z`; the result is a Date. A Date is accepted unchanged. */
export function dateTime(): Field<Date> {
  return instant().transform((value: unknown) => {
    const date = typeof value === 'string' ? DATE_TIME.exec(value)?.[1] : undefined;
    return date !== undefined && isCalendarDate(date) ? new Date(value as string) : blankToNull(value);
  });
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

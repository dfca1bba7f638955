import { addDays, isCalendarDate } from '@shaon/core/time';

/** The previous or the next date; null outside the supported years, and for an invalid date. */
export function adjacentDate(date: string, step: 1 | -1): string | null {
  if (!isCalendarDate(date) || date === (step === 1 ? '9999-12-31' : '0001-01-01')) return null;
  return addDays(date, step);
}

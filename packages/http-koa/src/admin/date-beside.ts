import { addDays, isCalendarDate } from '@shaon/core/extension';

/** The date before or after; null beyond the years that there are, and for what is no date. */
export function dateBeside(date: string, step: 1 | -1): string | null {
  if (!isCalendarDate(date) || date === (step === 1 ? '9999-12-31' : '0001-01-01')) return null;
  return addDays(date, step);
}

import { isCalendarDate } from '@shaon/core/time';

/**
 * The dates for which the pages accept leave, absences and corrections (D:A21). A year outside of them is a slip: a
 * person who types 26 into the year of a date field sends 0026. Core and the API accept every date (D:Q16).
 */
export const WORK_DATES = { first: '1970-01-01', last: '2199-12-31' } as const;

/** Whether the text is a calendar date among {@link WORK_DATES}. */
export function isWorkDate(text: string): boolean {
  return isCalendarDate(text) && text >= WORK_DATES.first && text <= WORK_DATES.last;
}

import type { Locale } from '../locale.ts';
import type { CalendarDate } from '../time/calendar-date.ts';

/* Dates and times as the pages write them: "יום ב׳, 16.11.2026" and "Monday, 16 Nov 2026". */

const LANGUAGE: Readonly<Record<Locale, string>> = { he: 'he-IL', en: 'en-GB' };

const utc = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`);

function parts(locale: Locale, date: CalendarDate, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LANGUAGE[locale], { ...options, timeZone: 'UTC' }).format(utc(date));
}

/** Without the year: `16.11`, `16 Nov`. */
export const shortDay = (locale: Locale, date: CalendarDate): string =>
  locale === 'he'
    ? `${Number(date.slice(8))}.${Number(date.slice(5, 7))}`
    : parts(locale, date, { day: 'numeric', month: 'short' });

/** `יום ב׳, 16.11.2026`, `Monday, 16 Nov 2026`. */
export function longDay(locale: Locale, date: CalendarDate): string {
  const weekday = parts(locale, date, { weekday: locale === 'he' ? 'short' : 'long' });
  const year = date.slice(0, 4);
  return `${weekday}, ${shortDay(locale, date)}${locale === 'he' ? '.' : ' '}${year}`;
}

/** `09:20` in a zone. */
export const timeOfDay = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(at);

/** `נובמבר 2026`, `November 2026`, of `2026-11`. */
export const monthName = (locale: Locale, month: string): string =>
  parts(locale, `${month}-01`, { month: 'long', year: 'numeric' });

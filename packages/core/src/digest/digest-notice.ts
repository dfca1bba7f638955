import type { Locale } from '../locale.ts';
import { longDay, monthName, timeOfDay } from '../messages/mail-dates.ts';
import type { MailRow } from '../messages/mail-layout.ts';
import { words } from '../messages/mail-words.ts';
import type { Notice } from '../notices/notice.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { Waiting } from './waiting.ts';

const TEXTS = {
  he: {
    leave: 'בקשות היעדרות',
    corrections: 'בקשות תיקון',
    missing: (month: string) => `ימים שחסרה בהם יציאה, ${month}`,
    pending: (month: string) => `ימים ממתינים לאישור, ${month}`,
    button: 'לבקשות ולימים',
  },
  en: {
    leave: 'Leave requests',
    corrections: 'Correction requests',
    missing: (month: string) => `Days without a check-out, ${month}`,
    pending: (month: string) => `Days wait for approval, ${month}`,
    button: 'Open what waits',
  },
};

/** One summary of what waits for a manager: numbers with links, no names and no reasons. */
export const digestNotice = (waiting: Waiting, today: CalendarDate, now: Date): Notice => ({
  kind: 'digest',
  path: waiting.leave.count > 0 ? '/leave' : waiting.corrections.count > 0 ? '/corrections' : '/attendance',
  words: ({ locale, zone, link }) => {
    const { leave, corrections, months } = waiting;
    const texts = TEXTS[locale];
    const sheet = (month: string, state: string) => link(`/attendance?month=${month}&state=${state}`);
    const byMonth = months.flatMap(({ month, missing, pending }): MailRow[] => {
      const name = monthName(locale, month);
      return [
        { count: missing, label: texts.missing(name), url: sheet(month, 'no_check_out'), detail: null },
        { count: pending, label: texts.pending(name), url: sheet(month, 'pending'), detail: null },
      ];
    });
    const oldestOf = (since: Date | null) => (since === null ? null : oldest(locale, localDate(since, zone)));
    const rows = [
      { count: leave.count, label: texts.leave, url: link('/leave'), detail: oldestOf(leave.since) },
      {
        count: corrections.count,
        label: texts.corrections,
        url: link('/corrections'),
        detail: oldestOf(corrections.since),
      },
      ...byMonth,
    ];
    const when = `${longDay(locale, today)}, ${timeOfDay(now, zone)}`;
    return {
      heading: locale === 'he' ? words`מה מחכה לך הבוקר: ${sumOf(waiting)}` : words`Waiting for you: ${sumOf(waiting)}`,
      paragraphs: [locale === 'he' ? words`נכון ל${when}.` : words`As of ${when}.`],
      rows: rows.filter(({ count }) => count > 0),
      button: texts.button,
    };
  },
});

const oldest = (locale: Locale, date: CalendarDate) =>
  locale === 'he' ? words`הוותיקה מ${longDay(locale, date)}` : words`The oldest since ${longDay(locale, date)}`;

const sumOf = ({ leave, corrections, months }: Waiting): number =>
  months.reduce((sum, { missing, pending }) => sum + missing + pending, leave.count + corrections.count);

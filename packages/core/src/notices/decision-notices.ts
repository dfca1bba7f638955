import type { Locale } from '../locale.ts';
import { longDay, shortDay, timeOfDay } from '../messages/mail-dates.ts';
import { type Words, words } from '../messages/mail-words.ts';
import { type CalendarDate, compareDates } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { Notice, Reader } from './notice.ts';

/** A decision on what a person asked for. */
interface Decision {
  /** Null if no person did. */
  readonly decidedBy: string | null;
  readonly at: Date;
  /** What the person who decided wrote to them. */
  readonly note: string | null;
}

/** A decision on requests for leave that were made together. `cancelled`: also of an approved leave. */
export interface LeaveOutcome extends Decision {
  readonly outcome: 'approved' | 'rejected' | 'cancelled';
  readonly dates: readonly CalendarDate[];
}

const LEAVE = {
  approved: {
    he: (dates: Words) => words`בקשת ההיעדרות ל־${dates} אושרה`,
    en: (dates: Words) => words`Your leave request for ${dates} was approved`,
  },
  rejected: {
    he: (dates: Words) => words`בקשת ההיעדרות ל־${dates} נדחתה`,
    en: (dates: Words) => words`Your leave request for ${dates} was refused`,
  },
  cancelled: {
    he: (dates: Words) => words`בקשת ההיעדרות ל־${dates} בוטלה`,
    en: (dates: Words) => words`Your leave request for ${dates} was cancelled`,
  },
};

/** The type of the leave stays out: an e-mail passes through many hands, and it may say that somebody is ill. */
export const leaveDecidedNotice = ({ outcome, dates, ...decision }: LeaveOutcome): Notice => ({
  kind: 'leave_decided',
  path: '/my-day/leave',
  words: (reader) => ({
    heading: LEAVE[outcome][reader.locale](datesIn(reader.locale, dates)),
    ...decidedWords(reader, decision),
    button: reader.locale === 'he' ? 'לבקשות שלי' : 'Open my requests',
  }),
});

/** A decision on a request for a correction of one day. */
export interface CorrectionOutcome extends Decision {
  readonly outcome: 'applied' | 'changed' | 'refused';
  readonly date: CalendarDate;
}

const CORRECTION = {
  applied: {
    he: (day: string) => words`בקשת התיקון ל${day} התקבלה`,
    en: (day: string) => words`Your correction for ${day} was applied`,
  },
  changed: {
    he: (day: string) => words`בקשת התיקון ל${day} התקבלה בשינוי`,
    en: (day: string) => words`Your correction for ${day} was applied with a change`,
  },
  refused: {
    he: (day: string) => words`בקשת התיקון ל${day} נדחתה`,
    en: (day: string) => words`Your correction for ${day} was refused`,
  },
};

export const correctionDecidedNotice = ({ outcome, date, ...decision }: CorrectionOutcome): Notice => ({
  kind: 'correction_decided',
  path: `/my-day/day?date=${date}`,
  words: (reader) => ({
    heading: CORRECTION[outcome][reader.locale](longDay(reader.locale, date)),
    ...decidedWords(reader, decision),
    button: reader.locale === 'he' ? 'ליום הזה' : 'Open the day',
  }),
});

function decidedWords({ locale, zone }: Reader, { decidedBy, at, note }: Decision) {
  const day = longDay(locale, localDate(at, zone));
  const time = timeOfDay(at, zone);
  const by = {
    he: () => (decidedBy === null ? words`ההחלטה: ${day}, ${time}.` : words`ההחלטה: ${decidedBy}, ${day}, ${time}.`),
    en: () =>
      decidedBy === null ? words`Decided on ${day}, ${time}.` : words`Decided by ${decidedBy}, ${day}, ${time}.`,
  };
  return { paragraphs: [by[locale]()], note };
}

/** One date, or the first and the last with their number. */
function datesIn(locale: Locale, dates: readonly CalendarDate[]): Words {
  const sorted = [...dates].sort(compareDates);
  const [first, last] = [sorted[0] as string, sorted.at(-1) as string].map((date) => shortDay(locale, date));
  if (sorted.length === 1) return words`${first as string}`;
  const { length } = sorted;
  return locale === 'he'
    ? words`${first as string}–${last as string} (${length === 2 ? 'יומיים' : `${length} ימים`})`
    : words`${first as string}–${last as string} (${length} days)`;
}

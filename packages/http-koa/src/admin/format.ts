import type { Locale } from '@shaon/core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shaon/core/time';

const TAGS: Readonly<Record<Locale, string>> = { he: 'he-IL', en: 'en-GB' };

/** The formatters of one language and zone, cached because only creating them is slow. */
interface Formatters {
  readonly longDate: Intl.DateTimeFormat;
  readonly shortDate: Intl.DateTimeFormat;
  readonly isoDate: Intl.DateTimeFormat;
  readonly month: Intl.DateTimeFormat;
  readonly weekday: Intl.DateTimeFormat;
  readonly longWeekday: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly seconds: Intl.DateTimeFormat;
  readonly zoneName: Intl.DateTimeFormat;
  readonly number: Intl.NumberFormat;
  readonly ago: Intl.RelativeTimeFormat;
  readonly plural: Intl.PluralRules;
  readonly names: Intl.Collator;
}

const known = new Map<string, Formatters>();
const MAX_KNOWN = 100;

function formattersOf(locale: Locale, zone: string): Formatters {
  const key = `${locale} ${zone}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const tag = TAGS[locale];
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone: zone, ...options });
  const made: Formatters = {
    longDate: date({ weekday: locale === 'he' ? 'short' : 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    shortDate: date({ day: 'numeric', month: locale === 'he' ? 'numeric' : 'short', year: 'numeric' }),
    isoDate: new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    month: date({ month: 'long', year: 'numeric' }),
    weekday: date({ weekday: locale === 'he' ? 'narrow' : 'short' }),
    longWeekday: date({ weekday: locale === 'he' ? 'short' : 'long' }),
    time: date({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    seconds: date({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    zoneName: date({ timeZoneName: 'longGeneric' }),
    number: new Intl.NumberFormat(tag),
    ago: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
    plural: new Intl.PluralRules(tag),
    names: new Intl.Collator(tag, { numeric: true }),
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

/** In Hebrew ICU writes "a minute ago" as `לפני דקה (1)`, and two hours likewise: the redundant number is cut. */
export function relativeTime(
  format: Intl.RelativeTimeFormat,
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
): string {
  return format.format(value, unit).replace(/ \([12]\)$/, '');
}

/** Formats a page's dates, times and numbers with Intl, in the reader's language and the company's zone. */
export class Format {
  readonly locale: Locale;
  readonly zone: string;
  readonly now: Date;
  readonly #is: Formatters;

  private constructor(locale: Locale, zone: string, now: Date) {
    this.locale = locale;
    this.zone = zone;
    this.now = now;
    this.#is = formattersOf(locale, zone);
  }

  static of(locale: Locale, zone: string, now: Date): Format {
    return new Format(locale, zone, now);
  }

  /** `Sunday, 22 November 2026`, for an instant or a calendar date `2026-11-22`. */
  longDate(date: Date | string): string {
    return this.#dated('longDate', date);
  }

  /** `22 Nov 2026`, `22.11.2026`. */
  shortDate(date: Date | string): string {
    return this.#dated('shortDate', date);
  }

  /** `November 2026`, for `2026-11` or a date in it. */
  month(date: string): string {
    return this.#dated('month', `${date.slice(0, 7)}-01`);
  }

  /** `Sun`, `א׳`. */
  weekday(date: Date | string): string {
    return this.#dated('weekday', date);
  }

  /** `Sunday`, `יום א׳`. */
  longWeekday(date: Date | string): string {
    return this.#dated('longWeekday', date);
  }

  /** `08:02`. */
  time(at: Date): string {
    return this.#is.time.format(at);
  }

  /** `08:02:17`. */
  seconds(at: Date): string {
    return this.#is.seconds.format(at);
  }

  /** `Israel Time`. */
  zoneName(): string {
    if (this.zone === 'UTC') return 'UTC';
    return this.#is.zoneName.formatToParts(this.now).find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
  }

  /** The calendar date `2026-11-22` of an instant in the company's zone. */
  calendarDate(at: Date): string {
    return this.#is.isoDate.format(at);
  }

  /** `1,311`. */
  number(value: number): string {
    return this.#is.number.format(value);
  }

  /** The plural form for a number: `one`, `two` (in Hebrew) or `other`. */
  plural(value: number): Intl.LDMLPluralRule {
    return this.#is.plural.select(value);
  }

  /** Sorted by name, the letters of the reader's language first (D:A63). */
  byName<Named extends { readonly name: string }>(items: readonly Named[]): Named[] {
    return [...items].sort((one, other) => this.#is.names.compare(one.name, other.name));
  }

  /** `2 minutes ago` up to seven days, then the short date. */
  ago(at: Date): string {
    const passed = this.now.getTime() - at.getTime();
    if (passed >= 7 * DAY_MS || passed <= -7 * DAY_MS) return this.shortDate(at);
    const { ago } = this.#is;
    // What has passed is not rounded up, to "60 minutes ago" or "24 hours ago".
    const whole = passed < 0 ? Math.round : Math.floor;
    if (Math.abs(passed) < HOUR_MS) return relativeTime(ago, -whole(passed / MINUTE_MS), 'minute');
    if (Math.abs(passed) < DAY_MS) return relativeTime(ago, -whole(passed / HOUR_MS), 'hour');
    return relativeTime(ago, this.#datesFromNow(at), 'day');
  }

  /** "Yesterday" is a date: 25 hours ago may be the day before. */
  #datesFromNow(at: Date): number {
    const noonOf = (moment: Date) => Date.parse(`${this.calendarDate(moment)}T12:00:00Z`);
    return (noonOf(at) - noonOf(this.now)) / DAY_MS;
  }

  /** `3 h 27 min`, `3:27 שעות`. */
  duration(ms: number): string {
    const minutes = Math.floor(ms / MINUTE_MS);
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (this.locale === 'he') return `${hours}:${String(rest).padStart(2, '0')} שעות`;
    return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`;
  }

  /** A sum in hours and minutes: `128:47`. */
  hours(ms: number): string {
    const minutes = Math.floor(ms / MINUTE_MS);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }

  /** Hours rounded to halves, for a cell of a grid: `8`, `8½`. */
  halfHours(ms: number): string {
    const halves = Math.round(ms / (HOUR_MS / 2));
    const whole = Math.floor(halves / 2);
    return halves % 2 === 0 ? String(whole) : `${whole === 0 ? '' : whole}½`;
  }

  /** A calendar date has no zone, so its noon in UTC is formatted in UTC. */
  #dated(kind: 'longDate' | 'shortDate' | 'month' | 'weekday' | 'longWeekday', date: Date | string): string {
    if (typeof date !== 'string') return this.#is[kind].format(date);
    return formattersOf(this.locale, 'UTC')[kind].format(new Date(`${date}T12:00:00Z`));
  }
}

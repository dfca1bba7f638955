import type { Locale } from '@shaon/core';
import { relativeTime } from '../../format.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS = [
  [2 * DAY_MS, DAY_MS, 'day'],
  [2 * HOUR_MS, HOUR_MS, 'hour'],
  [2 * MINUTE_MS, MINUTE_MS, 'minute'],
  [0, SECOND_MS, 'second'],
] as const;

const numbers = new Map<string, Intl.NumberFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** `10 seconds`, `2 minutes`, `10 דקות`: in the largest unit of which the span has at least two. */
export function span(locale: Locale, ms: number): string {
  const [count, unit] = inUnits(ms);
  const key = `${locale} ${unit}`;
  const known = numbers.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  numbers.set(key, known);
  return known.format(count);
}

/** `in 6 minutes`, `8 seconds ago`, `now`. */
export function fromNow(locale: Locale, at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const [count, unit] = inUnits(Math.abs(ms));
  // Words are for "now" only: two days ago need not be the date before yesterday's.
  const numeric = unit === 'second' ? 'auto' : 'always';
  const key = `${locale} ${numeric}`;
  const known = relatives.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  relatives.set(key, known);
  return relativeTime(known, ms < 0 ? -count : count, unit);
}

/** The duration of a request, written alike in every language: `412 ms`, `10.0 s`. */
export function requestTime(ms: number): string {
  return ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
}

function inUnits(ms: number): readonly [number, 'day' | 'hour' | 'minute' | 'second'] {
  for (const [from, length, unit] of UNITS) if (ms >= from) return [Math.round(ms / length), unit];
  return [0, 'second'];
}

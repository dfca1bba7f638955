import { type CalendarDate, dateOfDayNumber, dayNumber } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import { type OffsetSegment, ZoneOffsets } from './zone-offsets.ts';

/** There are about 600 zone names; the limit only guards against variants in upper and lower case. */
const MAX_CACHED_ZONES = 1000;

const zones = new Map<string, ZoneOffsets>();

/**
 * The zone's resolved IANA name, which is stored; null if the name is an offset ("+03:00", "UTC+3") or unknown to this
 * Node's zone data (D:T4).
 */
export function resolveZone(name: string): string | null {
  if (/^[a-z]*[+\u2212-]\d/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The instant as ISO 8601 in the zone, truncated to seconds, with a numeric offset and never `Z` (D:T4, T5), for
 * example `2026-10-25T01:30:00+02:00`. Takes a Date or epoch milliseconds. Throws RangeError for an unknown zone, an
 * invalid instant or one outside the years 0001 to 9999.
 */
export function formatInstant(instant: Date | number, zone: string): string {
  const ms = validInstant(instant);
  const { offsetMs, offset } = offsetsOf(zone).at(ms);
  const local = ms + offsetMs;
  const day = Math.floor(local / DAY_MS);
  const second = Math.floor((local - day * DAY_MS) / 1000);
  const minute = Math.floor(second / 60);
  return `${dateText(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second % 60)}${offset}`;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** The zone's offset at an instant, in epoch milliseconds, and until when it surely applies. */
export function offsetAt(instant: number, zone: string): OffsetSegment {
  return offsetsOf(zone).at(instant);
}

/** The calendar date of the instant in the zone. Same errors as {@link formatInstant}. */
export function localDate(instant: Date | number, zone: string): CalendarDate {
  const ms = validInstant(instant);
  return dateText(Math.floor((ms + offsetsOf(zone).at(ms).offsetMs) / DAY_MS));
}

/**
 * The instant at which the zone's clocks show `date` and `time` (`HH:MM` or `HH:MM:SS`). A time that occurs twice (the
 * hour when summer time ends) is the earlier one unless `which` is 'later'; a skipped time is moved forward by the
 * length of the gap (D:T7). Throws RangeError for an invalid date, time or zone.
 */
export function localTimeToInstant(
  date: CalendarDate,
  time: string,
  zone: string,
  which: 'earlier' | 'later' = 'earlier',
): Date {
  const wall = dayNumber(date) * DAY_MS + timeOfDayMs(time);
  const candidates = instantsShowing(wall, offsetsOf(zone));
  return new Date(which === 'earlier' ? Math.min(...candidates) : Math.max(...candidates));
}

/** Times that clocks skip, from the first of them to the first time that exists again: `02:00`, `03:00`. */
export interface SkippedTimes {
  readonly from: string;
  readonly to: string;
}

/**
 * The skipped times of which this one is, because clocks are set forward; null if it exists. Such a time is refused
 * where people or files give it, never moved (D:A25). Throws like {@link localTimeToInstant}.
 */
export function skippedTime(date: CalendarDate, time: string, zone: string): SkippedTimes | null {
  const wall = dayNumber(date) * DAY_MS + timeOfDayMs(time);
  const offsets = offsetsOf(zone);
  const moved = localTimeToInstant(date, time, zone).getTime();
  const { since, offsetMs } = offsets.at(moved);
  if (moved + offsetMs === wall) return null;
  const clockAt = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  return { from: clockAt(since + offsets.at(since - 1).offsetMs), to: clockAt(since + offsetMs) };
}

/** The first instant of the local date: midnight or, if midnight is skipped, the first time that exists. */
export function startOfLocalDate(date: CalendarDate, zone: string): Date {
  const midnight = localTimeToInstant(date, '00:00', zone).getTime();
  const offsets = offsetsOf(zone);
  const dateAt = (ms: number): number => Math.floor((ms + offsets.at(ms).offsetMs) / DAY_MS);
  // A gap may begin before midnight and end after it (23:30 to 00:30); the first instant is then its end.
  let before = midnight - DAY_MS;
  let after = midnight;
  if (dateAt(after - 1) < dateAt(after)) return new Date(after);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dateAt(middle) < dateAt(midnight)) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The instants, in epoch milliseconds, at which clocks show `wall`; in a gap, computed with the offset before it. */
function instantsShowing(wall: number, offsets: ZoneOffsets): number[] {
  const before = offsets.at(wall - DAY_MS).offsetMs;
  const after = offsets.at(wall + DAY_MS).offsetMs;
  const found = [before, after]
    .map((offsetMs) => wall - offsetMs)
    .filter((instant) => instant + offsets.at(instant).offsetMs === wall);
  return found.length > 0 ? found : [wall - before];
}

function timeOfDayMs(time: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time);
  if (match === null) throw new RangeError('Not a time in the form HH:MM or HH:MM:SS');
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3] ?? 0)) * 1000;
}

function validInstant(instant: Date | number): number {
  const ms = typeof instant === 'number' ? instant : instant.getTime();
  if (!Number.isFinite(ms)) throw new RangeError('Not a valid instant');
  return ms;
}

function offsetsOf(zone: string): ZoneOffsets {
  const cached = zones.get(zone);
  if (cached !== undefined) return cached;
  const name = resolveZone(zone);
  if (name === null) throw new RangeError(`Unknown time zone: ${zone}`);
  if (zones.size >= MAX_CACHED_ZONES) zones.clear();
  const offsets = new ZoneOffsets(name);
  zones.set(zone, offsets);
  return offsets;
}

let lastDay = Number.NaN;
let lastDate: CalendarDate = '';

/** The date of a day number. The last one is kept, because the records of a list often have one date. */
function dateText(day: number): CalendarDate {
  if (day !== lastDay) {
    lastDate = dateOfDayNumber(day);
    lastDay = day;
  }
  return lastDate;
}

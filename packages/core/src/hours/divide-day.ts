import type { Shift } from '../shifts/shift-queries.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import { offsetAt } from '../time/zone.ts';

/** A time of work without a break in it. */
export interface WorkInterval {
  readonly from: Date;
  /** Not included. An interval that ends before it begins has no time. */
  readonly to: Date;
}

/** The part of some time that one wage preset pays. */
export interface DividedTime {
  /** Null for the time outside the hours of all presets, which is paid at 100 percent. */
  readonly preset: Shift | null;
  /** Whole minutes. */
  readonly minutes: number;
}

/** A preset's hours, in milliseconds after midnight; `from` is later than `to` if they run over midnight. */
interface Hours {
  readonly part: number;
  readonly from: number;
  readonly to: number;
}

/** D:A94: the percentage of the time outside all presets. */
const REGULAR = 100;

/**
 * Divides a day's work among the wage presets (SPEC 2, Shift; D:A94, A95). The presets' hours are those of the zone's
 * clocks, so in the night of a clock change a skipped hour has no time, and a repeated one counts twice. Presets without
 * a start or an end have no part. The parts are in the order of the presets, after the one without a preset, and add up
 * to the day's time in whole minutes (D:A27).
 */
export function divideDay(
  intervals: readonly WorkInterval[],
  presets: readonly Shift[],
  zone: string,
): readonly DividedTime[] {
  const withHours = presets.filter(({ start_time, end_time }) => start_time !== null && end_time !== null);
  const parts = [null, ...withHours];
  const percentOf = (part: number): number => parts[part]?.wage_percentage ?? REGULAR;
  const hours = withHours
    .map((preset, index): Hours => ({ part: index + 1, from: timeMs(preset.start_time), to: timeMs(preset.end_time) }))
    .sort((a, b) => percentOf(b.part) - percentOf(a.part));
  const ends = hours.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
  const seconds = parts.map(() => 0);
  for (const interval of intervals) {
    const end = secondMs(interval.to);
    for (let at = secondMs(interval.from); at < end; ) {
      const { offsetMs, until } = offsetAt(at, zone);
      const local = at + offsetMs;
      const time = local - Math.floor(local / DAY_MS) * DAY_MS;
      const next = ends.find((ending) => ending > time) ?? DAY_MS;
      const stop = Math.min(end, until, at + next - time);
      const part = hours.find((range) => covers(range, time))?.part ?? 0;
      seconds[part] = (seconds[part] ?? 0) + (stop - at) / 1_000;
      at = stop;
    }
  }
  const minutes = wholeMinutes(seconds, percentOf);
  return parts.map((preset, part) => ({ preset, minutes: minutes[part] ?? 0 }));
}

/** D:O3: equal times are 24 hours. */
function covers({ from, to }: Hours, time: number): boolean {
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** D:A95: each part is cut, and the minutes that are left go to those that lost the most, first to the better paid. */
function wholeMinutes(seconds: readonly number[], percentOf: (part: number) => number): readonly number[] {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const minutes = seconds.map((value) => Math.floor(value / 60));
  const left = Math.floor(sum(seconds) / 60) - sum(minutes);
  const lost = (part: number): number => (seconds[part] ?? 0) % 60;
  const first = seconds.map((_, part) => part).sort((a, b) => lost(b) - lost(a) || percentOf(b) - percentOf(a));
  for (const part of first.slice(0, left)) minutes[part] = (minutes[part] ?? 0) + 1;
  return minutes;
}

const timeMs = (time: string | null): number => {
  const [hour, minute] = String(time).split(':');
  return (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
};

/** D:T5: the seconds that the API shows. */
const secondMs = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

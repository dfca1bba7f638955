import type { Shift } from '@shaon/client-sdk';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** A wage preset with hours, in minutes after midnight; if `to` is before `from`, the hours are overnight. */
interface Hours {
  readonly preset: Shift;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides working time among the wage presets: each minute goes to the best-paid preset whose hours include it, or to
 * `null` (the regular wage) if there is none. Presets without hours are left out, because the API does not say when
 * they apply.
 *
 * @param zone the company's IANA zone, which applies to the presets' hours
 */
export function wageHours(presets: readonly Shift[], zone: string) {
  const hours = presets
    .flatMap((preset): Hours[] =>
      preset.start_time === null || preset.end_time === null
        ? []
        : [{ preset, from: minutes(preset.start_time), to: minutes(preset.end_time) }],
    )
    .sort((a, b) => b.preset.wage_percentage - a.preset.wage_percentage);
  const localMinute = localMinutes(zone);

  /** @returns milliseconds for each preset between two instants in ISO 8601 */
  return (checkIn: string, checkOut: string): Map<Shift | null, number> => {
    const sums = new Map<Shift | null, number>();
    const end = Date.parse(checkOut);
    for (let at = Date.parse(checkIn); at < end; ) {
      const next = Math.min(end, (Math.floor(at / MINUTE) + 1) * MINUTE);
      const minute = localMinute(at);
      const preset = hours.find((candidate) => covers(candidate, minute))?.preset ?? null;
      sums.set(preset, (sums.get(preset) ?? 0) + next - at);
      at = next;
    }
    return sums;
  };
}

/** Equal times mean the whole day. */
function covers({ from, to }: Hours, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Minutes after midnight on the wall clock of a zone. Clock changes happen at full quarters of an hour. */
function localMinutes(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
  const quarters = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    let start = quarters.get(quarter);
    if (start === undefined) {
      start = minutes(format.format(quarter * QUARTER));
      quarters.set(quarter, start);
    }
    return start + Math.floor((at - quarter * QUARTER) / MINUTE);
  };
}

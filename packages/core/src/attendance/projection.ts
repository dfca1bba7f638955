import { MINUTE_MS } from '../time/durations.ts';
import type { PunchKind, PunchRow } from './attendance.ts';

/** The columns of a live punch from which a record is derived. */
export type PunchFact = Pick<PunchRow, 'kind' | 'at'> & Partial<Pick<PunchRow, 'lat' | 'lng' | 'accuracyMeters'>>;

/** The columns of a record that are derived from its punches (D:T8). */
export interface Projection {
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
  readonly checkInLat: number | null;
  readonly checkInLng: number | null;
  readonly checkInAccuracyMeters: number | null;
  readonly checkOutLat: number | null;
  readonly checkOutLng: number | null;
  readonly checkOutAccuracyMeters: number | null;
}

/** The time from an in to the next out; either may have been forgotten (D:T13). */
export interface Segment {
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
}

/** Whether a punch begins working time. */
export const isOpening = (kind: PunchKind): boolean => kind === 'in' || kind === 'break_end';

/**
 * Derives a day's record: first check-in; last check-out, null while in or on a break; and the locations of those two
 * punches (D:T8). `punches` are the record's live ones, by time.
 */
export function project(punches: readonly PunchFact[]): Projection {
  const first = punches.find((punch) => isOpening(punch.kind));
  const last = isDayOpen(punches) ? undefined : punches.at(-1);
  return {
    checkIn: first?.at ?? null,
    checkOut: last?.at ?? null,
    checkInLat: first?.lat ?? null,
    checkInLng: first?.lng ?? null,
    checkInAccuracyMeters: first?.accuracyMeters ?? null,
    checkOutLat: last?.lat ?? null,
    checkOutLng: last?.lng ?? null,
    checkOutAccuracyMeters: last?.accuracyMeters ?? null,
  };
}

/** Whether the day waits for its check-out; a break does not end a day. A day without punches does not wait. */
export function isDayOpen(punches: readonly PunchFact[]): boolean {
  const last = punches.at(-1);
  return last !== undefined && last.kind !== 'out';
}

/** When the segment began that a punch out would close; null if there is none (D:V11). */
export function openedAt(punches: readonly PunchFact[]): Date | null {
  if (!isDayOpen(punches)) return null;
  return punches.findLast((punch) => isOpening(punch.kind))?.at ?? null;
}

/** The in-out pairs of a record, by time. If an in follows another in, the first stays without its out (D:T6 b). */
export function segmentsOf(punches: readonly PunchFact[]): Segment[] {
  const segments: Segment[] = [];
  let checkIn: Date | null = null;
  let isOnBreak = false;
  for (const { kind, at } of punches) {
    if (isOpening(kind)) {
      if (checkIn !== null) segments.push({ checkIn, checkOut: null });
      checkIn = at;
    } else if (checkIn !== null || !isOnBreak) {
      segments.push({ checkIn, checkOut: at });
      checkIn = null;
    }
    isOnBreak = kind === 'break_start';
  }
  if (checkIn !== null) segments.push({ checkIn, checkOut: null });
  return segments;
}

/**
 * The time of work of a day in milliseconds, cut to whole minutes (D:A27): cut once, so that days add up to their
 * totals; `divideDay` cuts alike. Its intervals count with their seconds, which are those of the API (D:T5), and in UTC,
 * so that nights of a clock change are right (D:T7). A segment without an end counts until `now`, if it is the last and
 * `now` is given; otherwise not.
 */
export function workedMs(punches: readonly PunchFact[], now: Date | null = null): number {
  const segments = segmentsOf(punches);
  const seconds = segments.map(({ checkIn, checkOut }, index) => {
    const end = checkOut ?? (index === segments.length - 1 ? now : null);
    return checkIn === null || end === null ? 0 : Math.max(0, secondOf(end) - secondOf(checkIn));
  });
  return Math.floor(sumOf(seconds) / 60) * MINUTE_MS;
}

const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000);
const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

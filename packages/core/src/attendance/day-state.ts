import type { AttendanceRow } from './attendance.ts';
import { isOwnStatus } from './attendance-status.ts';
import { isOpening, type PunchFact, segmentsOf } from './projection.ts';
import { punchOutWouldClose } from './working-day.ts';

/**
 * The state of a day, for display. An open day is `at_work` while a punch out would still close it, also during a
 * break; after that, or once a later day has a punch, it is `no_check_out`. A pending day with an out without its in is
 * `no_check_in` (D:A37). `other` is a product's own status (D:T1).
 */
const DAY_STATES = ['at_work', 'no_check_out', 'no_check_in', 'pending', 'approved', 'rejected', 'other'] as const;
/** The state of a day, as a grid shows it. */
export type DayState = (typeof DAY_STATES)[number];

/** The present time, and the facts that decide whether an open day is still in progress (D:T6). */
export interface StateFacts {
  readonly now: Date;
  readonly workDayHours: number;
  /** The records whose employee has punched on another day since. */
  readonly withLaterPunch: ReadonlySet<number>;
}

/** `punches` are the day's live ones, by time. */
export function dayStateOf(
  { id, status }: Pick<AttendanceRow, 'id' | 'status'>,
  punches: readonly PunchFact[],
  { now, workDayHours, withLaterPunch }: StateFacts,
): DayState {
  if (!isOwnStatus(status)) return 'other';
  if (status === 'pending' && segmentsOf(punches).some(({ checkIn }) => checkIn === null)) return 'no_check_in';
  if (status !== 'open') return status as DayState;
  return punchOutWouldClose(punches, now, workDayHours) && !withLaterPunch.has(id) ? 'at_work' : 'no_check_out';
}

/** Whether a closed day has an in without its out, or an out without its in (D:T13). */
export function lacksPunch(punches: readonly PunchFact[]): boolean {
  return segmentsOf(punches).some(({ checkIn, checkOut }) => checkIn === null || checkOut === null);
}

/** Milliseconds from the start of each break to the return; an unfinished break counts until `now`, if given. */
export function breakMsUntil(punches: readonly PunchFact[], now: Date | null): number {
  return sumOf(
    punches.map(({ kind, at }, index) => {
      if (kind !== 'break_start') return 0;
      const next = punches[index + 1];
      if (next === undefined) return now === null ? 0 : Math.max(0, now.getTime() - at.getTime());
      return isOpening(next.kind) ? next.at.getTime() - at.getTime() : 0;
    }),
  );
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

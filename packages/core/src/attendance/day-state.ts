import type { AttendanceRow } from './attendance.ts';
import { isOwnStatus } from './attendance-status.ts';
import { isOpening, type PunchFact, segmentsOf } from './projection.ts';
import { canGoOn } from './working-day.ts';

/**
 * How a day stands for the people who look at it. An open day is `at_work` while a punch-out now would still close it, a
 * break included, and `no_check_out` after that, or once a later day has been punched. `other` is a status of the
 * product's own (D:T1).
 */
export const DAY_STATES = ['at_work', 'no_check_out', 'pending', 'approved', 'rejected', 'other'] as const;
/** The state of a day, as a grid shows it. */
export type DayState = (typeof DAY_STATES)[number];

/** When days are looked at, and what decides then whether an open one goes on (D:T6). */
export interface StateFacts {
  readonly now: Date;
  readonly workDayHours: number;
  /** The records after which their employee has punched on another day. */
  readonly overtaken: ReadonlySet<number>;
}

/** `punches` are the day's live ones by time. */
export function dayStateOf(
  { id, status }: Pick<AttendanceRow, 'id' | 'status'>,
  punches: readonly PunchFact[],
  { now, workDayHours, overtaken }: StateFacts,
): DayState {
  if (!isOwnStatus(status)) return 'other';
  if (status !== 'open') return status as DayState;
  return canGoOn(punches, now, workDayHours) && !overtaken.has(id) ? 'at_work' : 'no_check_out';
}

/** Whether a closed day has an in without its out, or an out without its in (D:T13). */
export function lacksPunch(punches: readonly PunchFact[]): boolean {
  return segmentsOf(punches).some(({ checkIn, checkOut }) => checkIn === null || checkOut === null);
}

/** Milliseconds worked until `now`: what is open counts until then, a break does not. */
export function workedMsUntil(punches: readonly PunchFact[], now: Date): number {
  return sumOf(
    segmentsOf(punches).map(({ checkIn, checkOut }, index, all) => {
      if (checkIn === null) return 0;
      if (checkOut !== null) return checkOut.getTime() - checkIn.getTime();
      return index === all.length - 1 ? Math.max(0, now.getTime() - checkIn.getTime()) : 0;
    }),
  );
}

/** Milliseconds between the start of each break and the return; a break that goes on counts until `now`, if given. */
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

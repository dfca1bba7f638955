import { type Actor, withSelf } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import { listReading } from '../database/readings/reading.ts';
import { findEmployee } from '../employees/employee-queries.ts';
import { orNotFound } from '../errors.ts';
import type { ReadParts } from '../service-parts.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { PunchKind } from './attendance.ts';
import { authorizeDaysOf } from './attendance-access.ts';
import type { AttendanceDay } from './attendance-record.ts';
import { breakMsUntil } from './day-state.ts';
import { type PunchFact, workedMs } from './projection.ts';
import { findDay, findLastDay, findUnclosedDates } from './punch-queries.ts';
import { toAttendanceDay } from './to-attendance-day.ts';
import { isAlreadyIn, punchOutWouldClose } from './working-day.ts';

/** Whether a person is at work, as their own page shows it. */
export interface Presence {
  readonly state: 'out' | 'in' | 'on_break';
  /** When they came in or went on their break; null while out. */
  readonly since: Date | null;
  /** The punches that would be accepted now, the most likely first. */
  readonly nextPunches: readonly PunchKind[];
  /** Their open day, which may have begun yesterday; otherwise today's, or the one whose work ended today, or null. */
  readonly day: AttendanceDay | null;
  /** Milliseconds until `asOf`, without breaks, in whole minutes (D:A27). */
  readonly workedMs: number;
  readonly breakMs: number;
  /**
   * The dates of days that have ended without a check-out, for which the person may ask for a correction: of the
   * company's last `correction_days`, in months that are not closed (D:A43). The oldest first.
   */
  readonly unclosedDates: readonly CalendarDate[];
  readonly asOf: Date;
}

export interface PresenceReads {
  /** A person's presence now. Throws `not_found` for an unknown person, and for others' days. */
  presence(actor: Actor, employeeId: number): Promise<Presence>;
}

export function createPresenceReads({ database, clock }: ReadParts): PresenceReads {
  return {
    async presence(actor, employeeId) {
      authorizeDaysOf(actor, employeeId);
      const asOf = clock.now();
      const scope = database.scope(withSelf(actor), listReading('attendance.presence'));
      orNotFound(await findEmployee(scope, employeeId), 'employee');
      const { zone, openShiftHours, workDayHours, correctionDays } = await readCompany(scope);
      const last = await findLastDay(scope, employeeId);
      const isAtWork = last !== null && punchOutWouldClose(last.punches, asOf, workDayHours);
      // A person who has never punched may still have an absence today.
      const todaysDate = localDate(asOf, zone);
      const today = isAtWork ? null : await findDay(scope, employeeId, todaysDate);
      const openRecordId = isAtWork ? last.record.id : null;
      const lastPunch = last?.punches.at(-1);
      const hasEndedToday = lastPunch?.kind === 'out' && localDate(lastPunch.at, zone) === todaysDate;
      const day = isAtWork ? last : (today ?? (hasEndedToday ? last : null));
      const punches = day?.punches ?? [];
      const state = isAtWork ? stateOf(punches) : 'out';
      return {
        state,
        since: state === 'out' ? null : sinceOf(state, punches),
        nextPunches: nextPunches(state, isAlreadyIn(lastPunch, asOf, openShiftHours)),
        day: day === null ? null : await toAttendanceDay(scope, day, { now: asOf, workDayHours }),
        workedMs: workedMs(punches, isAtWork ? asOf : null),
        breakMs: breakMsUntil(punches, isAtWork ? asOf : null),
        unclosedDates: await findUnclosedDates(scope, employeeId, addDays(todaysDate, -correctionDays), openRecordId),
        asOf,
      };
    },
  };
}

/** D:T6: the hours after which an out counts as forgotten may be fewer than those of a day, or more. */
function nextPunches(state: Presence['state'], isInRefused: boolean): readonly PunchKind[] {
  if (state === 'on_break') return ['break_end', 'out'];
  if (state === 'in') return isInRefused ? ['out', 'break_start'] : ['in', 'out', 'break_start'];
  return isInRefused ? ['out'] : ['in'];
}

function stateOf(punches: readonly PunchFact[]): Presence['state'] {
  return punches.at(-1)?.kind === 'break_start' ? 'on_break' : 'in';
}

/** After a break, a person is in since they first came; after a punch out, since they came again. */
function sinceOf(state: 'in' | 'on_break', punches: readonly PunchFact[]): Date | null {
  if (state === 'on_break') return punches.at(-1)?.at ?? null;
  return (punches.findLast(({ kind }) => kind === 'in') ?? punches[0])?.at ?? null;
}

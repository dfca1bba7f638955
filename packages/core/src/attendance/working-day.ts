import type { CompanyRow } from '../companies/company.ts';
import { ShaonError } from '../errors.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { HOUR_MS } from '../time/durations.ts';
import { localDate, startOfLocalDate } from '../time/zone.ts';
import type { PunchKind } from './attendance.ts';
import { isOpening, openedAt, type PunchFact, project } from './projection.ts';

/*
 * Which working day a punch belongs to, night shifts included (D:T6). A working day has the date on which it began, so
 * a punch after midnight may belong to the date before.
 */

interface PunchedDate {
  readonly date: CalendarDate;
  /** Live ones, by time. */
  readonly punches: readonly PunchFact[];
}

/** The facts that the rules use. */
export interface Situation {
  /** The time of the punch. */
  readonly at: Date;
  /** The date of `at` in the company's zone. */
  readonly localDate: CalendarDate;
  readonly limits: Pick<CompanyRow, 'openShiftHours' | 'breakHours' | 'workDayHours'>;
  /** The day that holds the employee's last punch; null before their first punch. */
  readonly lastDay: PunchedDate | null;
  /** The day of the date before. */
  readonly previousDay: PunchedDate | null;
  /** The day of `localDate`. */
  readonly ownDay: PunchedDate | null;
}

export interface WorkingDay {
  readonly date: CalendarDate;
  /** The rule that chose the date: it is kept as the punch's evidence. */
  readonly rule: string;
}

/** Returns the date of the working day, or an error, or null if the rule does not apply. */
type WorkingDayRule = (punch: Situation) => CalendarDate | ShaonError | null;

/** D:T6, IN (a): the employee is in, and their last in is recent. */
const alreadyIn: WorkingDayRule = (punch) => {
  if (!isAlreadyIn(lastPunch(punch), punch.at, punch.limits.openShiftHours)) return null;
  return new ShaonError('already_in', 'You are in already: punch out first.');
};

/** D:T6, IN (b): the last out was forgotten. That day stays open; the punch belongs to its own date. */
const forgottenOut: WorkingDayRule = (punch) => {
  const last = lastPunch(punch);
  return last !== undefined && isOpening(last.kind) ? punch.localDate : null;
};

/**
 * D:T6, IN (c): a return from a break, in a working day that began on the date before. A punch on another day in
 * between has ended that day, because two days would overlap.
 */
const breakReturn: WorkingDayRule = ({ previousDay, lastDay, at, limits }) => {
  if (previousDay === null || lastDay?.date !== previousDay.date) return null;
  const first = previousDay.punches[0];
  const lastOut = previousDay.punches.findLast(({ kind }) => !isOpening(kind));
  if (first === undefined || lastOut === undefined) return null;
  const isReturn = isWithinHours(lastOut.at, at, limits.breakHours) && isWithinHours(first.at, at, limits.workDayHours);
  return isReturn ? previousDay.date : null;
};

/** D:A36: a return belongs to the day of its break, however long that was, within the hours of a working day. */
const endOfBreak: WorkingDayRule = ({ lastDay, at, limits }) => {
  const first = lastDay?.punches[0];
  return first !== undefined && isWithinHours(first.at, at, limits.workDayHours) ? (lastDay?.date ?? null) : null;
};

/** A punch that belongs to no earlier day starts or joins the record of its own local date (D:T6, IN). */
const ownDate: WorkingDayRule = (punch) => punch.localDate;

/** D:T6, OUT: closes the open segment, even if its day began earlier. */
const openSegment: WorkingDayRule = ({ lastDay, at, limits }) =>
  lastDay !== null && punchOutWouldClose(lastDay.punches, at, limits.workDayHours) ? lastDay.date : null;

/** D:T6, OUT: the employee is out, and the date already has its check-out. */
const alreadyOut: WorkingDayRule = ({ ownDay }) =>
  ownDay !== null && project(ownDay.punches).checkOut !== null
    ? new ShaonError('not_in', 'You are out already: punch in first.')
    : null;

/** The in was forgotten (D:T6; D:T13). */
const forgottenIn: WorkingDayRule = (punch) => punch.localDate;

/** A break can only begin while the employee is in (D:T6; D:V10). */
const notInForBreak: WorkingDayRule = () =>
  new ShaonError('not_in', 'A break begins while you are in: punch in first.');

/** D:V10: one break at a time. */
const isOnBreak: WorkingDayRule = (punch) =>
  lastPunch(punch)?.kind === 'break_start' ? new ShaonError('not_in', 'You are on a break already.') : null;

/** D:V9: a return from a break counts as a punch in, so it is refused while in (D:T6 a). */
const inWithoutBreak: WorkingDayRule = (punch) => {
  const last = lastPunch(punch);
  const isIn = last !== undefined && isOpening(last.kind);
  return isIn ? new ShaonError('already_in', 'You are in: no break has begun.') : null;
};

/** D:V9: a return needs a break that has begun. */
const noBreakBegun: WorkingDayRule = (punch) =>
  lastPunch(punch)?.kind === 'break_start' ? null : new ShaonError('not_in', 'No break has begun: punch in instead.');

/** The rules of each kind of punch, in order: the first that applies decides. */
const RULES: Readonly<Record<PunchKind, Readonly<Record<string, WorkingDayRule>>>> = {
  in: { alreadyIn, forgottenOut, breakReturn, ownDate },
  out: { openSegment, alreadyOut, forgottenIn },
  break_start: { isOnBreak, openSegment, notInForBreak },
  break_end: { inWithoutBreak, noBreakBegun, endOfBreak, ownDate },
};

/**
 * Why a punch belongs to its day (`Punch.rule`): a rule above that gives a date, a manager's correction, or an import,
 * whose source names the date.
 */
export const PUNCH_RULES = [
  'ownDate',
  'forgottenOut',
  'breakReturn',
  'endOfBreak',
  'openSegment',
  'forgottenIn',
  'correction',
  'import',
] as const;
/** The rule that gave a punch its working day (D:T6). */
export type PunchRule = (typeof PUNCH_RULES)[number];

/** The working day that a punch belongs to (D:T6). Throws `already_in` or `not_in`. */
export function workingDayOf(kind: PunchKind, punch: Situation): WorkingDay {
  for (const [rule, apply] of Object.entries(RULES[kind])) {
    const verdict = apply(punch);
    if (verdict instanceof ShaonError) throw verdict;
    if (verdict !== null) return { date: verdict, rule };
  }
  throw new TypeError(`No rule gives a working day for a punch of kind ${kind}.`);
}

/** Whether a punch-in at `at` would be refused after this last punch (D:T6 a). */
export function isAlreadyIn(last: PunchFact | undefined, at: Date, openShiftHours: number): boolean {
  return last !== undefined && isOpening(last.kind) && isWithinHours(last.at, at, openShiftHours);
}

/** Whether a punch-out at `at` would close a segment of this day (D:T6, OUT). */
export function punchOutWouldClose(punches: readonly PunchFact[], at: Date, workDayHours: number): boolean {
  const opened = openedAt(punches);
  return opened !== null && isWithinHours(opened, at, workDayHours);
}

/**
 * Whether punches are within the longest possible day (D:T6): its last in is on the day's own date or, after a break,
 * within the day's hours after the first in; its out is within as many hours after that.
 */
export function isWithinLongestDay(
  first: Date,
  last: Date,
  { zone, workDayHours }: Pick<CompanyRow, 'zone' | 'workDayHours'>,
): boolean {
  if (isWithinHours(first, last, 2 * workDayHours)) return true;
  return isWithinHours(startOfLocalDate(addDays(localDate(first, zone), 1), zone), last, workDayHours);
}

/** The latest possible date of a day's punch, for the longest day with the latest possible first punch. */
export function lastPunchDate(
  date: CalendarDate,
  { zone, workDayHours }: Pick<CompanyRow, 'zone' | 'workDayHours'>,
): CalendarDate {
  return localDate(startOfLocalDate(addDays(date, 1), zone).getTime() + 2 * workDayHours * HOUR_MS - 1, zone);
}

function lastPunch(punch: Pick<Situation, 'lastDay'>): PunchFact | undefined {
  return punch.lastDay?.punches.at(-1);
}

function isWithinHours(time: Date, at: Date, hours: number): boolean {
  return at.getTime() - time.getTime() < hours * HOUR_MS;
}

import type { CompanyRow } from '../companies/company.ts';
import { ShaonError } from '../errors.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { PunchKind } from './attendance.ts';
import { isOpening, openedAt, type PunchFact, project } from './projection.ts';

const HOUR_MS = 3_600_000;

/** What the rules of D:T6 look at; all punches are live and by time. */
export interface Situation {
  readonly at: Date;
  /** The date of `at` in the company's zone. */
  readonly localDate: CalendarDate;
  readonly limits: Pick<CompanyRow, 'openShiftHours' | 'breakHours' | 'workDayHours'>;
  /** The record that holds the employee's last punch; null when he has never punched. */
  readonly lastDay: { readonly date: CalendarDate; readonly punches: readonly PunchFact[] } | null;
  readonly previousDay: { readonly date: CalendarDate; readonly punches: readonly PunchFact[] } | null;
  readonly ownDay: { readonly punches: readonly PunchFact[] } | null;
}

/** Which day a punch belongs to, and why. */
export interface Placement {
  readonly date: CalendarDate;
  readonly rule: string;
}

/** Gives the date of the record, a refusal, or null when the rule does not apply. */
type PunchRule = (punch: Situation) => CalendarDate | ShaonError | null;

/** D:T6, IN (a): while in, and the last in is young. */
const alreadyIn: PunchRule = (punch) => {
  const last = lastPunch(punch);
  if (last === null || !isOpening(last.kind) || !isYounger(last.at, punch, punch.limits.openShiftHours)) return null;
  return new ShaonError('already_in', 'You are in already: punch out first.');
};

/** D:T6, IN (b): the last out was forgotten. That record stays open; the punch belongs to its own date. */
const forgottenOut: PunchRule = (punch) => {
  const last = lastPunch(punch);
  return last !== null && isOpening(last.kind) ? punch.localDate : null;
};

/** D:T6, IN (c): back from a break in a working day that began on the date before. */
const breakReturn: PunchRule = ({ previousDay, ...punch }) => {
  const first = previousDay?.punches[0];
  const lastOut = previousDay?.punches.findLast(({ kind }) => !isOpening(kind));
  if (previousDay === null || first === undefined || lastOut === undefined) return null;
  const isReturn =
    isYounger(lastOut.at, punch, punch.limits.breakHours) && isYounger(first.at, punch, punch.limits.workDayHours);
  return isReturn ? previousDay.date : null;
};

/** D:T6, IN (d). */
const ownDate: PunchRule = (punch) => punch.localDate;

/** D:T6, OUT: closes the open segment, wherever its day began. */
const openSegment: PunchRule = ({ lastDay, ...punch }) => {
  if (lastDay === null || !canGoOn(lastDay.punches, punch.at, punch.limits.workDayHours)) return null;
  return lastDay.date;
};

/** D:T6, OUT: while out, and the date has its check-out. */
const alreadyOut: PunchRule = ({ ownDay }) =>
  ownDay !== null && project(ownDay.punches).checkOut !== null
    ? new ShaonError('not_in', 'You are out already: punch in first.')
    : null;

/** D:T6, OUT; D:T13: the in was forgotten. */
const forgottenIn: PunchRule = (punch) => punch.localDate;

/** D:T6, OUT, D:V10: a break begins within working time. */
const notInForBreak: PunchRule = () => new ShaonError('not_in', 'A break begins while you are in: punch in first.');

/** D:V10: one break at a time. */
const isOnBreak: PunchRule = (punch) =>
  lastPunch(punch)?.kind === 'break_start' ? new ShaonError('not_in', 'You are on a break already.') : null;

/** D:V9: a return from a break is a punch in, and refused while in (D:T6, IN (a)). */
const inWithoutBreak: PunchRule = (punch) => {
  const last = lastPunch(punch);
  return last !== null && isOpening(last.kind) ? new ShaonError('already_in', 'You are in: no break has begun.') : null;
};

/** D:V9: what no break preceded is no return from one. */
const noBreakBegun: PunchRule = (punch) =>
  lastPunch(punch)?.kind === 'break_start' ? null : new ShaonError('not_in', 'No break has begun: punch in instead.');

/** The rules of each punch in their order: the first that applies decides. */
const RULES: Readonly<Record<PunchKind, Readonly<Record<string, PunchRule>>>> = {
  in: { alreadyIn, forgottenOut, breakReturn, ownDate },
  out: { openSegment, alreadyOut, forgottenIn },
  break_start: { isOnBreak, openSegment, notInForBreak },
  break_end: { inWithoutBreak, noBreakBegun, breakReturn, ownDate },
};

/** Chooses the record's date for a punch (D:T6), or throws `already_in` or `not_in`. The rule's name is its evidence. */
export function placePunch(kind: PunchKind, punch: Situation): Placement {
  for (const [rule, apply] of Object.entries(RULES[kind])) {
    const verdict = apply(punch);
    if (verdict instanceof ShaonError) throw verdict;
    if (verdict !== null) return { date: verdict, rule };
  }
  throw new TypeError(`No rule places a punch of kind ${kind}.`);
}

/** Whether a punch-out at `at` would close a segment of this day (D:T6, OUT). */
export function canGoOn(punches: readonly PunchFact[], at: Date, workDayHours: number): boolean {
  const opened = openedAt(punches);
  return opened !== null && isYounger(opened, { at }, workDayHours);
}

/** D:T14: only absences lie in the future. */
export function assertNotInFuture(at: Date, now: Date): void {
  if (at <= now) return;
  throw new ShaonError('state_conflict', 'A punch cannot lie in the future.');
}

/** Punches come in the order of their times; what was missed is a manager's correction (D:T12, T13). */
export function assertInOrder(punch: Situation): void {
  const last = lastPunch(punch);
  if (last === null || last.at <= punch.at) return;
  throw new ShaonError('state_conflict', 'A later punch is recorded already: a manager can correct the day.');
}

/** SPEC 3: a frozen employee cannot punch. */
export function assertNotFrozen(employee: { readonly status: string }): void {
  if (employee.status !== 'frozen') return;
  throw new ShaonError('employee_frozen', 'This employee is frozen and cannot punch.');
}

/**
 * D:T12, T13: a corrected day's punches follow one another in time, begin on the date itself, end within the longest
 * day that punches can make (D:T6: a return within its hours, and an out within as many again), and none lies in the
 * future. An out without its in, or an in without its out, is allowed.
 */
export function assertPlausibleDay(
  punches: readonly PunchFact[],
  day: { readonly date: CalendarDate; readonly zone: string; readonly workDayHours: number },
  now: Date,
): void {
  const first = punches[0];
  const last = punches.at(-1);
  if (first === undefined || last === undefined) return;
  if (localDate(first.at, day.zone) !== day.date) throw implausible('The first punch lies on another date.');
  if (punches.some(({ at }, index) => index > 0 && at <= (punches[index - 1] as PunchFact).at)) {
    throw implausible('Punches follow one another in time.');
  }
  if (!isYounger(first.at, last, 2 * day.workDayHours))
    throw implausible('The day is longer than a working day may be.');
  assertNotInFuture(last.at, now);
}

function implausible(message: string): ShaonError {
  return new ShaonError('state_conflict', message);
}

function lastPunch(punch: Pick<Situation, 'lastDay'>): PunchFact | null {
  return punch.lastDay?.punches.at(-1) ?? null;
}

function isYounger(time: Date, punch: Pick<Situation, 'at'>, hours: number): boolean {
  return punch.at.getTime() - time.getTime() < hours * HOUR_MS;
}

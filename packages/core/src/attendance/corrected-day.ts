import type { CompanyRow } from '../companies/company.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { type ShaonError, stateConflict } from '../errors.ts';
import { type CalendarDate, dayNumber, FIRST_DAY, LAST_DAY } from '../time/calendar-date.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import { localDate } from '../time/zone.ts';
import { changedSince } from '../unchanged-since.ts';
import { type AttendanceRow, attendanceTable, type PunchKind, type PunchRow, punchTable } from './attendance.ts';
import { isOpening, type PunchFact } from './projection.ts';
import { indicesAmong } from './punch-order.ts';
import { refuseFuturePunch } from './punch-refusals.ts';
import { isWithinLongestDay } from './working-day.ts';

/* The limits of a correction (D:T12, T13). Each function throws `state_conflict`. */

/**
 * Checks that the punches are in order of time, the first on the day's own date, none in the future, and the last
 * within the longest working day. An out without its in, or an in without its out, is allowed. Existing live punches
 * are evidence: any may share an instant, and the first may be on the date that an earlier zone gave it.
 */
export function refuseImplausibleDay(
  punches: readonly PunchFact[],
  existing: readonly PunchFact[],
  day: Pick<CompanyRow, 'zone' | 'workDayHours'> & { readonly date: CalendarDate },
  now: Date,
): void {
  const first = punches[0];
  const last = punches.at(-1);
  if (first === undefined || last === undefined) return;
  const indices = indicesAmong(existing, punches);
  if (indices[0] !== 0 && localDate(first.at, day.zone) !== day.date) {
    throw implausible('The first punch lies on another date.');
  }
  for (const [index, { kind, at }] of punches.entries()) {
    const before = punches[index - 1];
    if (before === undefined || at > before.at) continue;
    const areNew = [indices[index - 1], indices[index]].map((found) => found === null);
    if (at < before.at || !mayTouch(before.kind, kind, areNew))
      throw implausible('Punches follow one another in time.');
  }
  if (!isWithinLongestDay(first.at, last.at, day)) {
    throw implausible('The day is longer than a working day may be.');
  }
  refuseFuturePunch(last.at, now);
}

/**
 * Whether a punch may be at the instant of the one before: an out and the next in touch, and a new out of the minute of
 * a recorded in is at its instant (D:A26). Work of no time that nobody punched is a slip.
 */
function mayTouch(before: PunchKind, kind: PunchKind, areNew: readonly boolean[]): boolean {
  if (!areNew.includes(true)) return true;
  if (isOpening(before) === isOpening(kind)) return false;
  return isOpening(kind) || areNew.includes(false);
}

const OVERLAPPING_DAY = companySql`SELECT p.attendance_id FROM ${punchTable} p
  WHERE p.employee_id = $2 AND p.attendance_id <> $3 AND p.voided_at IS NULL
  GROUP BY p.attendance_id HAVING MIN(p.at) < $5 AND MAX(p.at) > $4 LIMIT 1`;

/** Two days of one employee must not overlap, because its rules (D:T6) depend on the last punch. They may touch. */
export async function refuseOverlappingDay(
  company: CompanyTransaction,
  day: Pick<AttendanceRow, 'id' | 'employeeId'>,
  punches: readonly Pick<PunchRow, 'at'>[],
): Promise<void> {
  const times = punches.map(({ at }) => at.getTime());
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const [overlapping] = await company.rows(OVERLAPPING_DAY, [day.employeeId, day.id, first, last]);
  if (overlapping !== undefined) throw implausible('The corrected day would overlap another day of this employee.');
}

const DAY_BEFORE = eachDialect(
  (dialect) => companySql`SELECT ${DIFFERENCES[dialect].instantAsMs('p.at')} AS at FROM ${punchTable} p
    WHERE p.employee_id = $2 AND p.attendance_id <> $3 AND p.voided_at IS NULL AND p.at >= $4 AND p.at < $5
    ORDER BY p.at DESC LIMIT 1`,
);

/** The last punch of the employee's other days in the minute of `at`, a day's first punch; null if there is none. */
export async function lastPunchBefore(
  company: CompanyTransaction,
  { id, employeeId }: Pick<AttendanceRow, 'id' | 'employeeId'>,
  at: Date,
): Promise<Date | null> {
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  const [from, until] = [new Date(minute), new Date(minute + MINUTE_MS)];
  const [found] = await company.rows(DAY_BEFORE[company.dialect], [employeeId, id, from, until]);
  return found === undefined ? null : punchTable.columns.at.fromDatabase(found.at);
}

/** The punches of a day lie around its date, so that this bound avoids reading all records of the employee. */
const VOIDED_DAYS = companySql`SELECT DISTINCT a.id FROM ${punchTable} p JOIN ${attendanceTable} a ON a.id = p.attendance_id
  WHERE p.employee_id = $2 AND p.at >= $4 AND p.at < $5 AND a.date = $3 AND a.voided_at IS NOT NULL`;

/**
 * Refuses the correction of a day that somebody else has voided since the corrector saw it, because the correction
 * would bring the day back. A voided absence without punches is not looked for, because the correction brings nothing
 * of it back.
 */
export async function refuseDayVoidedSince(
  company: CompanyTransaction,
  { employeeId, date }: { readonly employeeId: number; readonly date: CalendarDate },
  seenAt: Date | undefined,
): Promise<void> {
  if (seenAt === undefined) return;
  // These bounds include the longest day in any zone.
  const [from, until] = [punchableDay(dayNumber(date) - 2), punchableDay(dayNumber(date) + 7)];
  for (const { id } of await company.rows(VOIDED_DAYS, [employeeId, date, from, until])) {
    const voided = await company.findOne(attendanceTable, { id: Number(id) });
    if (voided?.voidedAt == null || voided.createdAt > seenAt || voided.updatedAt <= seenAt) continue;
    throw changedSince('day', voided.id);
  }
}

/** The day with this number, or the nearest one on which a punch is possible (`isDatable`). */
function punchableDay(day: number): Date {
  return new Date(Math.min(Math.max(day, FIRST_DAY + 2), LAST_DAY - 1) * DAY_MS);
}

function implausible(message: string): ShaonError {
  return stateConflict(message);
}

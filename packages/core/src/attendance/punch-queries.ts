import { closingsOf } from '../closed-months/closed-months.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { type AttendanceRow, attendanceTable, type PunchRow, punchTable } from './attendance.ts';

/** A live record with its live punches by time. */
export interface PunchedDay {
  readonly record: AttendanceRow;
  readonly punches: readonly PunchRow[];
}

/** The record of a date, if it is not voided. */
export async function findDay(scope: CompanyScope, employeeId: number, date: CalendarDate): Promise<PunchedDay | null> {
  const record = await scope.findOne(attendanceTable, { employeeId, date, voidedAt: null });
  return record === null ? null : withPunches(scope, record);
}

export async function findDayById(scope: CompanyScope, id: number): Promise<PunchedDay | null> {
  const record = await scope.findOne(attendanceTable, { id, voidedAt: null });
  return record === null ? null : withPunches(scope, record);
}

/** Days may touch: of two punches at one instant, the later day's is the last, whichever was written first. */
const LAST_PUNCH = companySql`SELECT p.attendance_id FROM ${punchTable} p
  WHERE p.employee_id = $2 AND p.voided_at IS NULL
  ORDER BY p.at DESC, (SELECT a.date FROM ${attendanceTable} a WHERE a.id = p.attendance_id) DESC, p.id DESC
  LIMIT 1`;

/** The record that holds an employee's last punch; null before their first punch. */
export async function findLastDay(scope: CompanyScope, employeeId: number): Promise<PunchedDay | null> {
  const [last] = await scope.rows(LAST_PUNCH, [employeeId]);
  return last === undefined ? null : findDayById(scope, Number(last.attendance_id));
}

const UNCLOSED_DATES = eachDialect(
  (dialect) => companySql`SELECT ${DIFFERENCES[dialect].dateAsText('a.date')} AS date FROM ${attendanceTable} a
    WHERE a.employee_id = $2 AND a.date >= $3 AND a.status = 'open' AND a.voided_at IS NULL AND a.id <> $4
    ORDER BY a.date`,
);

/**
 * The dates of an employee's days without their check-out, from a date on and in months that are not closed (D:A43,
 * A98).
 *
 * @param except the id of the record that is still in progress, or null
 */
export async function findUnclosedDates(
  scope: CompanyScope,
  employeeId: number,
  from: CalendarDate,
  except: number | null,
): Promise<CalendarDate[]> {
  const rows = await scope.rows(UNCLOSED_DATES[scope.dialect], [employeeId, from, except ?? 0]);
  if (rows.length === 0) return [];
  const days = rows.map(({ date }) => ({ employeeId, date: String(date) }));
  const closingOf = await closingsOf(scope, days);
  return days.filter((day) => closingOf(day) === undefined).map(({ date }) => date);
}

/** For a record `s`: its last punch in, and whether its employee has since punched on another day. */
export const OPENED_AT = companySql`(SELECT MAX(p.at) FROM ${punchTable} p WHERE p.attendance_id = s.id
  AND p.voided_at IS NULL AND p.kind IN ('in', 'break_end'))`;
export const HAS_LATER_PUNCH = companySql`EXISTS (SELECT 1 FROM ${punchTable} l WHERE l.employee_id = s.employee_id
  AND l.attendance_id <> s.id AND l.voided_at IS NULL AND l.at > ${OPENED_AT})`;

const LATER_PUNCHED = eachDialect(
  (dialect) =>
    companySql`SELECT s.id FROM ${attendanceTable} s WHERE s.id ${DIFFERENCES[dialect].inList('$2')} AND ${HAS_LATER_PUNCH}`,
);

/** The records among these whose employee has since punched on another day. */
export async function idsWithLaterPunch(scope: CompanyScope, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await scope.rows(LATER_PUNCHED[scope.dialect], [ids])).map(({ id }) => Number(id)));
}

const DAYS_AROUND = eachDialect((dialect) => {
  const ids = companySql`SELECT attendance_id FROM last_punch UNION ALL
      SELECT d.id FROM ${attendanceTable} d WHERE d.employee_id = $2 AND d.date IN ($3, $4) AND d.voided_at IS NULL`;
  // As an array: with a join, PostgreSQL read all days of a company without statistics, once for each day.
  const isOneOf = dialect === 'postgres' ? companySql`= ANY (ARRAY(${ids}))` : companySql`IN (${ids})`;
  return companySql`WITH last_punch AS MATERIALIZED (${LAST_PUNCH})
    SELECT a.id, ${DIFFERENCES[dialect].dateAsText('a.date')} AS day, a.id = (SELECT attendance_id FROM last_punch) AS has_last_punch
    FROM ${readByIndex(attendanceTable, DIFFERENCES[dialect].byId)} a WHERE a.voided_at IS NULL AND a.id ${isOneOf}`;
});

/**
 * The facts that decide the working day of a punch (D:T6) dated `localDate`. In two statements, because a punch waits
 * for each.
 */
export async function findDaysAround(scope: CompanyScope, employeeId: number, localDate: CalendarDate) {
  const dayBefore = addDays(localDate, -1);
  const rows = await scope.rows(DAYS_AROUND[scope.dialect], [employeeId, dayBefore, localDate]);
  const ids = rows.map(({ id }) => Number(id));
  const punches = await livePunchesOfDays(scope, ids);
  const days = rows.map(({ day, has_last_punch }, index) => ({
    date: String(day),
    punches: punches.get(ids[index] as number) ?? [],
    hasLastPunch: Boolean(has_last_punch),
  }));
  const dayOf = (date: CalendarDate) => days.find((day) => day.date === date) ?? null;
  return {
    lastDay: days.find(({ hasLastPunch }) => hasLastPunch) ?? null,
    previousDay: dayOf(dayBefore),
    ownDay: dayOf(localDate),
  };
}

async function withPunches(scope: CompanyScope, record: AttendanceRow): Promise<PunchedDay> {
  return { record, punches: await livePunches(scope, record.id) };
}

/** A record's live punches by time. */
export async function livePunches(scope: CompanyScope, attendanceId: number): Promise<PunchRow[]> {
  const punches = await scope.find(punchTable, { attendanceId, voidedAt: null });
  return punches.sort(byTime);
}

/** Orders punches by time; those of one moment as they were made. */
export const byTime = (a: PunchRow, b: PunchRow): number => a.at.getTime() - b.at.getTime() || a.id - b.id;

const punchesOf = (dialect: Dialect, which: string): CompanySql =>
  companySql`SELECT ${punchTable.selection(dialect)} FROM ${punchTable} p
    WHERE p.attendance_id ${DIFFERENCES[dialect].inList('$2')} ${which}`;
const PUNCHES_OF_DAYS = eachDialect((dialect) => punchesOf(dialect, 'ORDER BY p.id'));
const LIVE_PUNCHES_OF_DAYS = eachDialect((dialect) =>
  punchesOf(dialect, 'AND p.voided_at IS NULL ORDER BY p.at, p.id'),
);

/** All punches of many records, including voided ones, in the order of recording; each record has an entry. */
export function punchesOfDays(
  scope: CompanyScope,
  attendanceIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PunchRow[]>> {
  return punchesByDay(scope, PUNCHES_OF_DAYS, attendanceIds);
}

/** The live punches of many records, by time; each record has an entry. */
export async function livePunchesOfDays(scope: CompanyScope, attendanceIds: readonly number[]) {
  // An employee's first punch has no earlier day.
  if (attendanceIds.length === 0) return new Map<number, readonly PunchRow[]>();
  return punchesByDay(scope, LIVE_PUNCHES_OF_DAYS, attendanceIds);
}

async function punchesByDay(
  scope: CompanyScope,
  statement: Readonly<Record<Dialect, CompanySql>>,
  attendanceIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PunchRow[]>> {
  const punches = new Map<number, PunchRow[]>(attendanceIds.map((id) => [id, []]));
  for (const raw of await scope.rows(statement[scope.dialect], [attendanceIds])) {
    const punch = punchTable.fromDatabase(raw);
    punches.get(punch.attendanceId)?.push(punch);
  }
  return punches;
}

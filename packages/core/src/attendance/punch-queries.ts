import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import { isPossibleId, MAX_BIG_ID } from '../input/possible-id.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { type AttendanceRow, attendanceTable, type PunchRow, punchTable } from './attendance.ts';

/** A live record with its live punches by time. */
export interface PunchedDay {
  readonly record: AttendanceRow;
  readonly punches: readonly PunchRow[];
}

/** The record of a date, without a voided one. */
export async function findDay(scope: CompanyScope, employeeId: number, date: CalendarDate): Promise<PunchedDay | null> {
  const record = await scope.findOne(attendanceTable, { employeeId, date, voidedAt: null });
  return record === null ? null : withPunches(scope, record);
}

export async function findDayById(scope: CompanyScope, id: number): Promise<PunchedDay | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  const record = await scope.findOne(attendanceTable, { id, voidedAt: null });
  return record === null ? null : withPunches(scope, record);
}

/** Days may touch: of two punches at one instant the later day's is the last one, whichever was written first. */
const LAST_PUNCH = companySql`SELECT p.attendance_id FROM ${punchTable} p
  WHERE p.employee_id = $2 AND p.voided_at IS NULL
  ORDER BY p.at DESC, (SELECT a.date FROM ${attendanceTable} a WHERE a.id = p.attendance_id) DESC, p.id DESC
  LIMIT 1`;

/** The record that holds an employee's last punch; null before their first punch. */
export async function findLastDay(scope: CompanyScope, employeeId: number): Promise<PunchedDay | null> {
  const [last] = await scope.rows(LAST_PUNCH, [employeeId]);
  return last === undefined ? null : findDayById(scope, Number(last.attendance_id));
}

/** What the rules of D:T6 look at, for a punch whose own date is `localDate`. */
export async function findDaysAround(scope: CompanyScope, employeeId: number, localDate: CalendarDate) {
  const lastDay = await findLastDay(scope, employeeId);
  const dayOf = async (date: CalendarDate) =>
    lastDay !== null && lastDay.record.date === date ? lastDay : findDay(scope, employeeId, date);
  return {
    lastDay: factsOf(lastDay),
    previousDay: factsOf(await dayOf(addDays(localDate, -1))),
    ownDay: factsOf(await dayOf(localDate)),
  };
}

async function withPunches(scope: CompanyScope, record: AttendanceRow): Promise<PunchedDay> {
  return { record, punches: await livePunches(scope, record.id) };
}

/** A record's live punches by time. */
export async function livePunches(scope: CompanyScope, attendanceId: number): Promise<PunchRow[]> {
  const punches = await scope.find(punchTable, { attendanceId, voidedAt: null });
  return punches.sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id);
}

const punchesOf = (dialect: Dialect): CompanySql =>
  companySql`SELECT ${punchTable.selection(dialect)} FROM ${punchTable} p
    WHERE p.attendance_id ${DIFFERENCES[dialect].inList('$2')} ORDER BY p.id`;
const PUNCHES_OF_DAYS = { sqlite: punchesOf('sqlite'), postgres: punchesOf('postgres') };

/** All punches of many records, the voided too, in the order in which they were recorded; of each an entry. */
export async function punchesOfDays(
  scope: CompanyScope,
  attendanceIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PunchRow[]>> {
  const punches = new Map<number, PunchRow[]>(attendanceIds.map((id) => [id, []]));
  for (const raw of await scope.rows(PUNCHES_OF_DAYS[scope.dialect], [attendanceIds])) {
    const punch = punchTable.fromDatabase(raw);
    punches.get(punch.attendanceId)?.push(punch);
  }
  return punches;
}

function factsOf(day: PunchedDay | null) {
  return day === null ? null : { date: day.record.date, punches: day.punches };
}

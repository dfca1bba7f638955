import { assertMonthsOpen } from '../closed-months/closed-months.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { notFound, orNotFound } from '../errors.ts';
import { assertPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';

const { forUpdate, inList } = DIFFERENCES.postgres;
const LOCK_EMPLOYEES = companySql`SELECT e.id FROM ${employeeTable} e
    WHERE e.id IN (SELECT a.employee_id FROM ${attendanceTable} a WHERE a.id ${inList('$2')}) ORDER BY e.id ${forUpdate}`;

/** Locks the employees of these days; null on SQLite, whose single writer excludes all others. */
async function lockEmployees(company: CompanyTransaction, ids: readonly number[]): Promise<ReadonlySet<number> | null> {
  if (company.dialect === 'sqlite') return null;
  return new Set((await company.rows(LOCK_EMPLOYEES, [ids])).map((row) => Number(row.id)));
}

/**
 * Reads days and locks them until the transaction ends. Their employees are locked first, as a punch does, so that no
 * punch changes a day between its reading and its writing. All locks are taken by id ascending, so that two managers
 * cannot deadlock. Throws `not_found` for an unknown, foreign or voided day, `month_closed`.
 */
export async function lockDays(company: CompanyTransaction, ids: readonly number[]): Promise<Locked<AttendanceRow>[]> {
  for (const id of ids) assertPossibleId(id, 'attendance', MAX_BIG_ID);
  const employees = await lockEmployees(company, ids);
  const days: Locked<AttendanceRow>[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const [day] = await company.lockAll(attendanceTable, { id, voidedAt: null });
    // An import may just have moved the day to another employee, who is not locked.
    if (day === undefined || employees?.has(day.employeeId) === false) throw notFound('attendance');
    days.push(day);
  }
  await assertMonthsOpen(company, days);
  return days;
}

/** Locks one day. */
export async function lockDay(company: CompanyTransaction, id: number): Promise<Locked<AttendanceRow>> {
  const [day] = await lockDays(company, [id]);
  return orNotFound(day, 'attendance');
}

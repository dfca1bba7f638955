import { attendanceTable } from '../attendance/attendance.ts';
import { correctionRequestTable } from '../correction-requests/correction-request.ts';
import { isWaiting } from '../correction-requests/correction-request-queries.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import type { CalendarDate, DateRange } from '../time/calendar-date.ts';

/** A day of a person, of a department or of none. */
export interface DayOfMonth {
  readonly employee_id: number;
  readonly date: CalendarDate;
  readonly department_id: number | null;
}

const inDepartment = (dialect: Dialect, column: string): string =>
  `($4 = 0 OR ${column} ${DIFFERENCES[dialect].isNotDistinctFrom} $4)`;

const WAITING = eachDialect((dialect) => {
  const { dateAsText } = DIFFERENCES[dialect];
  return {
    days: companySql`SELECT a.employee_id, ${dateAsText('a.date')} AS day, a.department_id FROM ${attendanceTable} a
      WHERE a.voided_at IS NULL AND a.status = 'pending' AND a.date >= $2 AND a.date <= $3
      AND ${inDepartment(dialect, 'a.department_id')} ORDER BY a.date, a.id`,
    leave: companySql`SELECT r.employee_id, ${dateAsText('r.date')} AS day, e.department_id FROM ${leaveRequestTable} r
      JOIN ${employeeTable} e ON e.id = r.employee_id WHERE r.cancelled_at IS NULL AND r.status = 'pending'
      AND r.date >= $2 AND r.date <= $3 AND ${inDepartment(dialect, 'e.department_id')} ORDER BY r.date, r.id`,
    corrections: companySql`SELECT r.employee_id, ${dateAsText('r.date')} AS day, e.department_id
      FROM ${correctionRequestTable} r JOIN ${employeeTable} e ON e.id = r.employee_id WHERE ${isWaiting(dialect)}
      AND r.date >= $2 AND r.date <= $3 AND ${inDepartment(dialect, 'e.department_id')} ORDER BY r.date, r.id`,
  };
});

/** Closed days or requests that wait for a decision, by date; of a department, or of everybody. */
export async function waitingOfMonth(
  scope: CompanyScope,
  what: 'days' | 'leave' | 'corrections',
  { from, to }: DateRange,
  departmentId: number | null,
): Promise<DayOfMonth[]> {
  const rows = await scope.rows(WAITING[scope.dialect][what], [from, to, departmentId ?? 0]);
  return rows.map((row) => ({
    employee_id: Number(row.employee_id),
    date: String(row.day),
    department_id: row.department_id === null ? null : Number(row.department_id),
  }));
}

const LOCK_PEOPLE = eachDialect((dialect) => {
  const { forNoKeyUpdate } = DIFFERENCES[dialect];
  return companySql`SELECT e.id, e.department_id FROM ${employeeTable} e ORDER BY e.id ${forNoKeyUpdate}`;
});

/**
 * The ids of a department's people, or of everybody. All people of the company are locked by id ascending, as by an
 * import: nobody punches, and nobody moves, until the transaction ends.
 */
export async function lockPeople(company: CompanyTransaction, departmentId: number | null): Promise<number[]> {
  const people = await company.rows(LOCK_PEOPLE[company.dialect]);
  const own = people.filter((row) => departmentId === null || Number(row.department_id) === departmentId);
  return own.map(({ id }) => Number(id));
}

import { lockAbsenceTypesForShare } from '../absence-types/absence-type-queries.ts';
import { attendanceTable, punchTable } from '../attendance/attendance.ts';
import { livePunchesOfDays } from '../attendance/punch-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql, updateOf } from '../database/sql/statement.ts';
import { type EmployeeRow, employeeTable } from '../employees/employee.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { Reading } from './clock-input.ts';
import type { LiveDay } from './clock-replay.ts';
import { type ClockReportRow, clockReportTable } from './clock-report.ts';

export type PunchingEmployee = Pick<EmployeeRow, 'id' | 'status' | 'departmentId' | 'branchId'>;

const EMPLOYEES = eachDialect(
  (dialect) => companySql`SELECT e.id, e.status, e.department_id, e.branch_id FROM ${employeeTable} e
    WHERE e.id ${DIFFERENCES[dialect].inList('$2')} ORDER BY e.id ${DIFFERENCES[dialect].forUpdate}`,
);

/** Those of the employees who are the company's, by id, locked until the transaction ends. */
export async function lockPunchingEmployees(
  company: CompanyTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PunchingEmployee>> {
  const rows = await company.rows(EMPLOYEES[company.dialect], [ids]);
  await lockAbsenceTypesForShare(company);
  return new Map(
    rows.map((row) => {
      const unit = (value: unknown): number | null => (value === null ? null : Number(value));
      const { id, status } = row;
      const units = { departmentId: unit(row.department_id), branchId: unit(row.branch_id) };
      return [Number(id), { id: Number(id), status: String(status) as EmployeeRow['status'], ...units }];
    }),
  );
}

const SAME_NUMBER = 'r.device = asked.asked_device AND r.number = asked.asked_number';
const REPORTS: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`SELECT ${clockReportTable.selection('sqlite')} FROM (
      SELECT json_extract(value, '$[0]') AS asked_device, json_extract(value, '$[1]') AS asked_number FROM json_each($2)
    ) AS asked CROSS JOIN ${clockReportTable} r WHERE ${SAME_NUMBER}`,
  postgres: companySql`SELECT report.* FROM unnest($2::text[], $3::bigint[]) AS asked(asked_device, asked_number)
    CROSS JOIN LATERAL (SELECT ${clockReportTable.selection('postgres')} FROM ${clockReportTable} r
      WHERE ${SAME_NUMBER}) AS report`,
};

/** The stored reports with the devices and numbers of these readings. */
export async function storedReports(
  company: CompanyTransaction,
  readings: readonly Reading[],
): Promise<readonly ClockReportRow[]> {
  const values =
    company.dialect === 'sqlite'
      ? [JSON.stringify(readings.map(({ device, number }) => [device, number]))]
      : [readings.map(({ device }) => device), readings.map(({ number }) => number)];
  return (await company.rows(REPORTS[company.dialect], values)).map(clockReportTable.fromDatabase);
}

const REPORTS_FROM = eachDialect(
  (dialect) => companySql`SELECT ${clockReportTable.selection(dialect)} FROM ${clockReportTable} r
    WHERE r.employee_id = $2 AND r.at >= $3 AND ((r.answer = 'recorded' AND r.kind IS NULL)
      OR r.reason IN ('already_in', 'not_in')) ORDER BY r.at, r.id`,
);

/** An employee's reports since `from` that took turns, or were refused for their place among the others. */
export async function reportsSince(
  company: CompanyTransaction,
  employeeId: number,
  from: Date,
): Promise<readonly ClockReportRow[]> {
  return (await company.rows(REPORTS_FROM[company.dialect], [employeeId, from])).map(clockReportTable.fromDatabase);
}

const DAYS_SINCE = eachDialect((dialect) => {
  const { dateAsText } = DIFFERENCES[dialect];
  const ids = companySql`SELECT d.id FROM ${attendanceTable} d WHERE d.employee_id = $2 AND d.date >= $3
      AND d.voided_at IS NULL
    UNION ALL SELECT attendance_id FROM (SELECT p.attendance_id FROM ${punchTable} p WHERE p.employee_id = $2
      AND p.voided_at IS NULL AND p.at < $4 ORDER BY p.at DESC, p.id DESC LIMIT 1) AS last_punch`;
  const isOneOf = dialect === 'postgres' ? companySql`= ANY (ARRAY(${ids}))` : companySql`IN (${ids})`;
  return companySql`SELECT a.id, ${dateAsText('a.date')} AS day FROM ${attendanceTable} a
    WHERE a.id ${isOneOf} AND a.voided_at IS NULL ORDER BY a.date, a.id`;
});

/** An employee's days from `date` on, and the one that holds their last punch before `at`, by date. */
export async function daysSince(
  company: CompanyTransaction,
  employeeId: number,
  date: CalendarDate,
  at: Date,
): Promise<readonly LiveDay[]> {
  const rows = await company.rows(DAYS_SINCE[company.dialect], [employeeId, date, at]);
  const punches = await livePunchesOfDays(
    company,
    rows.map(({ id }) => Number(id)),
  );
  return rows.map(({ id, day }) => ({ id: Number(id), date: String(day), punches: punches.get(Number(id)) ?? [] }));
}

/** Voids punches by their ids; they stay as evidence. */
export const VOID_PUNCHES = eachDialect((dialect) =>
  updateOf(punchTable, {
    set: 'voided_at = $3, voided_by = $4',
    where: `id ${DIFFERENCES[dialect].inList('$2')} AND voided_at IS NULL`,
  }),
);

/** The reports of a punch that another one replaces. */
export const MOVE_REPORTS = updateOf(clockReportTable, {
  set: 'punch_id = $5',
  where: 'employee_id = $2 AND at = $3 AND punch_id = $4',
});

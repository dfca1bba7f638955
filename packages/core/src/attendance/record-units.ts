import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql, updateOf } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';

/* The department and branch of an employee, of which each of their records has a copy (D:Q24). */

export type Unit = Pick<AttendanceRow, 'departmentId' | 'branchId'>;
export const NO_UNIT: Unit = { departmentId: null, branchId: null };

const UNITS = eachDialect(
  (dialect) => companySql`SELECT e.id, e.department_id, e.branch_id FROM ${employeeTable} e
    WHERE e.id ${DIFFERENCES[dialect].inList('$2')}`,
);

/** The current department and branch of these employees. */
export async function unitsOf(company: CompanyTransaction, employeeIds: readonly number[]): Promise<Map<number, Unit>> {
  const rows = await company.rows(UNITS[company.dialect], [employeeIds]);
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { departmentId: idOrNull(row.department_id), branchId: idOrNull(row.branch_id) },
    ]),
  );
}

const hasOutdatedUnit = (dialect: Dialect, record: string): string => {
  const { isNotDistinctFrom: same } = DIFFERENCES[dialect];
  return `NOT (${record}.department_id ${same} e.department_id AND ${record}.branch_id ${same} e.branch_id)`;
};

/**
 * The live records of the employees `$2`, each with its employee. Joined, SQLite would read all records of the company;
 * PostgreSQL would read all employees.
 */
const LIVE_RECORDS_OF: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: companySql`changed.id IN (SELECT a.id FROM ${attendanceTable} a
        WHERE a.employee_id ${DIFFERENCES.sqlite.inList('$2')} AND a.voided_at IS NULL)`,
  postgres: companySql`changed.employee_id ${DIFFERENCES.postgres.inList('$2')} AND changed.voided_at IS NULL
        AND e.id ${DIFFERENCES.postgres.inList('$2')}`,
};

const COPY_UNITS = eachDialect((dialect) =>
  updateOf(attendanceTable, {
    set: 'department_id = e.department_id, branch_id = e.branch_id',
    from: companySql`FROM ${employeeTable} e`,
    isById: dialect === 'sqlite',
    where: companySql`e.id = changed.employee_id AND ${hasOutdatedUnit(dialect, 'changed')}
      AND ${LIVE_RECORDS_OF[dialect]}`,
  }),
);

/** Copies department and branch of these employees onto their live records; voided ones are in no list. */
export async function copyUnitsToRecords(company: CompanyTransaction, employeeIds: readonly number[]): Promise<void> {
  await company.change(COPY_UNITS[company.dialect], [employeeIds]);
}

function idOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

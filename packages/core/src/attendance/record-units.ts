import { setImmediate } from 'node:timers/promises';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/dialect.ts';
import { type CompanySql, companySql, updateOf } from '../database/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import type { CountedRecord } from './attendance-count.ts';

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

const MOVING = eachDialect((dialect) => {
  const { dateAsText, inList } = DIFFERENCES[dialect];
  return companySql`SELECT ${dateAsText('a.date')} AS day, a.status, a.department_id, a.branch_id,
      e.department_id AS new_department_id, e.branch_id AS new_branch_id, COUNT(*) AS records
    FROM ${attendanceTable} a JOIN ${employeeTable} e ON e.id = a.employee_id
    WHERE a.employee_id ${inList('$2')} AND a.voided_at IS NULL AND ${hasOutdatedUnit(dialect, 'a')}
    GROUP BY a.date, a.status, a.department_id, a.branch_id, e.department_id, e.branch_id`;
});

/** A number of records with the same counted values before the move and after it. */
interface MovingRecords {
  readonly before: CountedRecord;
  readonly after: CountedRecord;
  readonly records: number;
}

/** The live records of these employees whose copy of the department or branch is out of date. */
export async function movingRecords(
  company: CompanyTransaction,
  employeeIds: readonly number[],
): Promise<MovingRecords[]> {
  const rows = await company.rows(MOVING[company.dialect], [employeeIds]);
  return rows.map((row) => {
    const record = { date: String(row.day), status: String(row.status), voidedAt: null };
    return {
      before: { ...record, departmentId: idOrNull(row.department_id), branchId: idOrNull(row.branch_id) },
      after: { ...record, departmentId: idOrNull(row.new_department_id), branchId: idOrNull(row.new_branch_id) },
      records: Number(row.records),
    };
  });
}

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

/** On SQLite other work runs between two statements, and ten years of days of so many employees take 20 ms. */
const EMPLOYEES_AT_ONCE = 10;
const NEXT_EMPLOYEES = companySql`SELECT e.id FROM ${employeeTable} e WHERE e.id > $2 ORDER BY e.id LIMIT ${String(EMPLOYEES_AT_ONCE)}`;

/** Does the same for all employees of the company. */
export async function copyAllUnitsToRecords(company: CompanyTransaction): Promise<void> {
  let last = 0;
  for (;;) {
    const ids = (await company.rows(NEXT_EMPLOYEES, [last])).map((row) => Number(row.id));
    if (ids.length === 0) return;
    await copyUnitsToRecords(company, ids);
    await setImmediate();
    last = ids.at(-1) as number;
  }
}

function idOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

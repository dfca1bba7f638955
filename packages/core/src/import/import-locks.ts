import { absenceTypeTable } from '../absence-types/absence-type.ts';
import type { CompanyRow } from '../companies/company.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import type { AnyTable } from '../database/sql/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import type { ImportKind } from './import-source.ts';

interface RowsToLock {
  readonly statement: Readonly<Record<Dialect, CompanySql>>;
  readonly isNeededFor: readonly ImportKind[];
}

function rowsToLock(
  table: AnyTable,
  lock: 'forNoKeyUpdate' | 'forShare' | 'forKeyShare',
  isNeededFor: readonly ImportKind[],
): RowsToLock {
  const statement = eachDialect(
    (dialect) =>
      companySql`SELECT COUNT(*) FROM (SELECT t.id FROM ${table} t ORDER BY t.id ${DIFFERENCES[dialect][lock]}) AS held`,
  );
  return { statement, isNeededFor };
}

/**
 * In the order in which all callers lock. All employees are locked at once, because a file names them in any order:
 * locked one by one, the import and another transaction with several employees could deadlock. Punches and moves to
 * another unit lock employees too, so checked days stay as they are. Referenced rows cannot be removed. All absence
 * types are locked, because a renaming locks the requests and days of a type, also those whose type the file changes.
 */
const ROWS_TO_LOCK: readonly RowsToLock[] = [
  rowsToLock(employeeTable, 'forNoKeyUpdate', ['employees', 'leave', 'attendance']),
  rowsToLock(absenceTypeTable, 'forShare', ['leave', 'attendance']),
  rowsToLock(departmentTable, 'forKeyShare', ['departments', 'employees']),
  rowsToLock(branchTable, 'forKeyShare', ['branches', 'employees']),
  rowsToLock(shiftTable, 'forKeyShare', ['shifts']),
];

/**
 * Locks what the import of these kinds reads before writing, until its end; returns the company. Two imports into one
 * company run one after the other, so the second knows the rows of the first.
 */
export async function lockForImport(company: CompanyTransaction, kinds: readonly ImportKind[]): Promise<CompanyRow> {
  const settings = await lockCompany(company);
  for (const { statement, isNeededFor } of ROWS_TO_LOCK) {
    if (kinds.some((kind) => isNeededFor.includes(kind))) await company.rows(statement[company.dialect]);
  }
  return settings;
}

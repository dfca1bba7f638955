import { absenceTypeTable } from '../absence-types/absence-type.ts';
import type { CompanyRow } from '../companies/company.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import type { AnyTable } from '../database/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import type { ImportKind } from './import-source.ts';

interface HeldRows {
  readonly statement: Readonly<Record<Dialect, CompanySql>>;
  readonly isNeededFor: readonly ImportKind[];
}

function holdAll(
  table: AnyTable,
  lock: 'forNoKeyUpdate' | 'forShare' | 'forKeyShare',
  isNeededFor: readonly ImportKind[],
): HeldRows {
  const statement = (dialect: Dialect): CompanySql =>
    companySql`SELECT COUNT(*) FROM (SELECT t.id FROM ${table} t ORDER BY t.id ${DIFFERENCES[dialect][lock]}) AS held`;
  return { statement: { sqlite: statement('sqlite'), postgres: statement('postgres') }, isNeededFor };
}

/**
 * In the order in which everybody locks. All employees at once, because a file names them in any order: locked one after
 * the other, they could make the import and somebody with several employees wait for each other. They are what punches
 * and moves to another department lock too, so days that were judged stay as they are. What rows refer to is not removed.
 * All absence types, because who renames one holds the requests and days that have it, also those of which the file takes it.
 */
const HELD_ROWS: readonly HeldRows[] = [
  holdAll(employeeTable, 'forNoKeyUpdate', ['employees', 'leave', 'attendance']),
  holdAll(absenceTypeTable, 'forShare', ['leave', 'attendance']),
  holdAll(departmentTable, 'forKeyShare', ['departments', 'employees']),
  holdAll(branchTable, 'forKeyShare', ['branches', 'employees']),
  holdAll(shiftTable, 'forKeyShare', ['shifts']),
];

/**
 * Holds what the import of these kinds reads before it writes, until its end; gives the company. Two imports into one
 * company follow each other: the second then knows the first one's rows.
 */
export async function lockForImport(company: CompanyTransaction, kinds: readonly ImportKind[]): Promise<CompanyRow> {
  const settings = await lockCompany(company);
  for (const { statement, isNeededFor } of HELD_ROWS) {
    if (kinds.some((kind) => isNeededFor.includes(kind))) await company.rows(statement[company.dialect]);
  }
  return settings;
}

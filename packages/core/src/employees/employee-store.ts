import { insertRows, type NumberedRow, updateRows } from '../database/bulk-rows.ts';
import type { CompanyTransaction, NewRow } from '../database/company-scope.ts';
import { replaceInCounts } from '../database/counts/count-changes.ts';
import { recountAll } from '../database/counts/recount-all.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import type { Locked } from '../database/locked-row.ts';
import { type CompanyChangeSql, updateOf } from '../database/statement.ts';
import type { OrganizationUnit } from '../organization/organization-references.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import { countedEmployees } from './employee-count.ts';

/**
 * Copies the department and branch of employees who moved onto their attendance records. Attendance implements it, and
 * `core.ts` passes it in, because attendance depends on this folder.
 */
export type UpdateRecordUnits = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;

/*
 * The only place that inserts employees or changes their department, branch or status. It also updates the company's
 * stored counts, from which the lists' totals are computed.
 */

/** Inserts an employee and returns their id. */
export async function insertEmployee(company: CompanyTransaction, row: NewRow<EmployeeRow>): Promise<number> {
  const id = await company.insertForId(employeeTable, row);
  await replaceInCounts(
    company,
    countedEmployees,
    [],
    [{ id, departmentId: row.departmentId, branchId: row.branchId, status: row.status }],
  );
  return id;
}

/** Changes the named columns of an employee. */
export async function changeEmployee(
  company: CompanyTransaction,
  employee: Locked<EmployeeRow>,
  change: Partial<NewRow<EmployeeRow>>,
): Promise<void> {
  const changed = await company.update(employeeTable, employee, change);
  await replaceInCounts(company, countedEmployees, [employee], [changed]);
}

const clearing = (unit: OrganizationUnit, dialect: Dialect): CompanyChangeSql =>
  updateOf(employeeTable, {
    set: `${unit}_id = NULL, updated_at = $2`,
    where: `id ${DIFFERENCES[dialect].inList('$3')}`,
  });

/** Takes locked employees out of a department or branch; returns them without it. */
export async function clearUnit(
  company: CompanyTransaction,
  unit: OrganizationUnit,
  employees: readonly Locked<EmployeeRow>[],
  now: Date,
): Promise<EmployeeRow[]> {
  const ids = employees.map(({ id }) => id);
  await company.change(clearing(unit, company.dialect), [now, ids]);
  const cleared = unit === 'department' ? { departmentId: null } : { branchId: null };
  const after = employees.map((employee) => ({ ...employee, ...cleared }));
  await replaceInCounts(company, countedEmployees, employees, after);
  return after;
}

/** Inserts employees whose ids an import has reserved. */
export async function insertImportedEmployees(
  company: CompanyTransaction,
  rows: readonly NumberedRow<EmployeeRow>[],
): Promise<void> {
  await insertRows(company, employeeTable, rows);
  await replaceInCounts(company, countedEmployees, [], rows);
}

/** Sets the named columns of an employee to an import's values. */
export async function replaceImportedEmployee(
  company: CompanyTransaction,
  employee: Locked<EmployeeRow>,
  change: Partial<NewRow<EmployeeRow>>,
): Promise<void> {
  const properties = Object.keys(change) as (keyof EmployeeRow)[];
  const after = { ...employee, ...change };
  await updateRows(company, employeeTable, properties, [after]);
  await replaceInCounts(company, countedEmployees, [employee], [after]);
}

/** Counts all employees of the company again; writers of employees wait meanwhile. */
export async function recountEmployees(company: CompanyTransaction): Promise<void> {
  await recountAll(company, countedEmployees);
}

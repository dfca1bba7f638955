import { insertRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { type CompanyChangeSql, updateOf } from '../database/sql/statement.ts';
import type { OrganizationUnit } from '../organization/organization-references.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import {
  changedSearchText,
  type EmployeeColumns,
  followChange,
  type UpdateRecordUnits,
  withSearchText,
} from './employee-copies.ts';

/*
 * The only place that inserts employees or changes their department, branch, status, name, e-mail address or phone. It
 * also updates the copies of these columns.
 */

/** Changes employees. `core.ts` makes it, because only attendance can change the records. */
export interface EmployeeStore {
  /** Changes the named columns of an employee. Throws `invalid_input` with `email: unique` if the address is taken. */
  change(
    company: CompanyTransaction,
    employee: Locked<EmployeeRow>,
    change: Partial<EmployeeColumns>,
    now: Date,
  ): Promise<void>;
  /** Takes locked employees out of a department or branch; returns them without it. */
  clearUnit(
    company: CompanyTransaction,
    unit: OrganizationUnit,
    employees: readonly Locked<EmployeeRow>[],
    now: Date,
  ): Promise<EmployeeRow[]>;
}

export function createEmployeeStore(updateRecordUnits: UpdateRecordUnits): EmployeeStore {
  return {
    async change(company, employee, change, now) {
      const searched = changedSearchText(employee, change);
      await company.update(employeeTable, employee, { searched, updatedAt: now, ...change });
      await followChange(company, employee, change, now, updateRecordUnits);
    },

    async clearUnit(company, unit, employees, now) {
      const ids = employees.map(({ id }) => id);
      await company.change(clearing(unit, company.dialect), [now, ids]);
      const cleared = unit === 'department' ? { departmentId: null } : { branchId: null };
      await updateRecordUnits(company, ids);
      return employees.map((employee) => ({ ...employee, ...cleared }));
    },
  };
}

/** Inserts an employee and returns their id. */
export function insertEmployee(company: CompanyTransaction, row: EmployeeColumns): Promise<number> {
  return company.insertForId(employeeTable, withSearchText(row));
}

const clearing = (unit: OrganizationUnit, dialect: Dialect): CompanyChangeSql =>
  updateOf(employeeTable, {
    set: `${unit}_id = NULL, updated_at = $2`,
    where: `id ${DIFFERENCES[dialect].inList('$3')}`,
  });

/** Inserts employees whose ids an import has reserved. */
export async function insertImportedEmployees(
  company: CompanyTransaction,
  rows: readonly (EmployeeColumns & { readonly id: number })[],
): Promise<void> {
  await insertRows(company, employeeTable, rows.map(withSearchText));
}

import { renameEmployeeLogin } from '../accounts/employee-login.ts';
import type { CompanyTransaction, NewRow } from '../database/sql/company-scope.ts';
import { searchedText } from '../input/searched-text.ts';
import type { EmployeeRow } from './employee.ts';

/*
 * What repeats columns of an employee and follows every change of them: the search text, the log-in's name and e-mail
 * address, and the department and branch of the attendance records. Only `employee-store.ts` uses it.
 */

/**
 * Copies the department and branch of employees onto their attendance records. Attendance implements it, and `core.ts`
 * passes it in, because attendance depends on this folder.
 */
export type UpdateRecordUnits = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;

/** The columns of an employee that are not derived from others. */
export type EmployeeColumns = Omit<NewRow<EmployeeRow>, 'searched'>;

export function withSearchText<Columns extends EmployeeColumns>(columns: Columns): Columns & { searched: string } {
  return { ...columns, searched: searchedText(columns) };
}

const SEARCHED = ['name', 'email', 'phone', 'phoneE164'] as const;

/** The search text after a change; undefined if it stays. */
export function changedSearchText(employee: EmployeeRow, change: Partial<EmployeeColumns>): string | undefined {
  if (SEARCHED.every((column) => change[column] === undefined)) return undefined;
  return searchedText({ ...employee, ...change });
}

/** Changes the log-in and the records of an employee whose row has just been changed. */
export async function followChange(
  company: CompanyTransaction,
  employee: EmployeeRow,
  change: Partial<EmployeeColumns>,
  now: Date,
  updateRecordUnits: UpdateRecordUnits,
): Promise<void> {
  const { name, email, departmentId = employee.departmentId, branchId = employee.branchId } = change;
  if (name !== undefined || email !== undefined) await renameEmployeeLogin(company, employee.id, { name, email }, now);
  if (departmentId !== employee.departmentId || branchId !== employee.branchId) {
    await updateRecordUnits(company, [employee.id]);
  }
}

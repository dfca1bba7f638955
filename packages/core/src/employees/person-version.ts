import { versionOf } from '../database/expected-version.ts';
import type { EmployeeRow } from './employee.ts';

/** What an admin edits of a person; status and role change by acts of their own. */
type EditedColumns = Pick<
  EmployeeRow,
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'departmentId'
  | 'branchId'
  | 'idNumberHash'
  | 'salaryType'
  | 'hourlyRate'
  | 'globalSalary'
>;

/** The version of a person's file, as `personnel.file` gives it. */
export function personVersion(row: EditedColumns): string {
  return versionOf(editedColumns(row));
}

/** These columns alone, of a row that has more. */
export function editedColumns(row: EditedColumns): EditedColumns {
  const { name, email, phone, address, departmentId, branchId } = row;
  const { idNumberHash, salaryType, hourlyRate, globalSalary } = row;
  return {
    ...{ name, email, phone, address, departmentId, branchId },
    ...{ idNumberHash, salaryType, hourlyRate, globalSalary },
  };
}

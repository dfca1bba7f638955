import { versionOf } from '../database/sql/expected-version.ts';
import type { EmployeeRow } from './employee.ts';

/** The columns that an admin edits; status and role change by separate acts. */
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

/** The version of a person's file, as `personnel.file` returns it. */
export function personVersion(row: EditedColumns): string {
  return versionOf(editedColumns(row));
}

/** Picks these columns from a row with more. */
export function editedColumns(row: EditedColumns): EditedColumns {
  const { name, email, phone, address, departmentId, branchId } = row;
  const { idNumberHash, salaryType, hourlyRate, globalSalary } = row;
  return {
    ...{ name, email, phone, address, departmentId, branchId },
    ...{ idNumberHash, salaryType, hourlyRate, globalSalary },
  };
}

import type { NewRow } from '../database/company-scope.ts';
import type { Change } from '../database/row-statements.ts';
import { searchedText } from '../input/searched-text.ts';
import type { EmployeeRow } from './employee.ts';
import type { EmployeeChange } from './employee-input.ts';
import { toE164 } from './phone.ts';

export type ChangedColumns = Partial<
  Pick<EmployeeRow, 'name' | 'email' | 'phone' | 'phoneE164' | 'searched' | 'address' | 'departmentId' | 'branchId'>
>;

/**
 * The columns that a PATCH changes: an absent field keeps its value, and an equal one changes nothing (D:W18, W32). The
 * phone's E.164 form and the search text are derived again.
 */
export function changedColumns(row: EmployeeRow, change: EmployeeChange, phoneRegion: string): ChangedColumns {
  const columns: ChangedColumns = {};
  if (typeof change.name === 'string' && change.name !== row.name) columns.name = change.name;
  if (typeof change.email === 'string' && change.email !== row.email) columns.email = change.email;
  if (change.phone !== undefined && change.phone !== row.phone) {
    columns.phone = change.phone;
    columns.phoneE164 = change.phone === null ? null : toE164(change.phone, phoneRegion);
  }
  if (Object.keys(columns).length > 0) columns.searched = searchedText({ ...row, ...columns });
  if (change.address !== undefined && change.address !== row.address) columns.address = change.address;
  if (change.department_id !== undefined && change.department_id !== row.departmentId) {
    columns.departmentId = change.department_id;
  }
  if (change.branch_id !== undefined && change.branch_id !== row.branchId) columns.branchId = change.branch_id;
  return columns satisfies Change<NewRow<EmployeeRow>>;
}

/** D:W17, W18: without a change there is no transaction, no event and no new `updatedAt`. */
export function changesAnything(row: EmployeeRow, change: EmployeeChange): boolean {
  return Object.keys(changedColumns(row, change, 'IL')).length > 0;
}

import { differingColumns } from '../input/absent-and-equal-fields.ts';
import { searchedText } from '../input/searched-text.ts';
import type { EmployeeRow } from './employee.ts';
import type { EmployeeChange } from './employee-input.ts';
import { toE164 } from './phone.ts';

export type ChangedColumns = Partial<
  Pick<EmployeeRow, 'name' | 'email' | 'phone' | 'phoneE164' | 'searched' | 'address' | 'departmentId' | 'branchId'>
>;

const SEARCHED = ['name', 'email', 'phone'] as const;

/**
 * The columns that a PATCH changes: an absent field keeps its value, and an equal one changes nothing (D:W18, W32). The
 * phone's E.164 form and the search text are derived again.
 */
export function changedColumns(row: EmployeeRow, change: EmployeeChange, phoneRegion: string): ChangedColumns {
  const { name, email, phone, address, department_id: departmentId, branch_id: branchId } = change;
  const columns: ChangedColumns = differingColumns(row, { name, email, phone, address, departmentId, branchId });
  if (columns.phone !== undefined) {
    columns.phoneE164 = columns.phone === null ? null : toE164(columns.phone, phoneRegion);
  }
  if (SEARCHED.some((column) => columns[column] !== undefined)) columns.searched = searchedText({ ...row, ...columns });
  return columns;
}

/** D:W17, W18: without a change there is no transaction, no event and no new `updatedAt`. */
export function changesAnything(row: EmployeeRow, change: EmployeeChange): boolean {
  return Object.keys(changedColumns(row, change, 'IL')).length > 0;
}

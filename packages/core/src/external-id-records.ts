import { attendanceTable } from './attendance/attendance.ts';
import type { CompanyRow } from './database/sql/company-scope.ts';
import type { Table } from './database/sql/table.ts';
import { employeeTable } from './employees/employee.ts';
import type { ExternalIdKind } from './external-ids/external-id.ts';
import type { LockRecord } from './external-ids/external-id-writes.ts';
import { leaveRequestTable } from './leave/leave-request.ts';
import { branchTable } from './organization/branch.ts';
import { departmentTable } from './organization/department.ts';
import { shiftTable } from './shifts/shift.ts';

const lockIn =
  <Row extends CompanyRow>(table: Table<Row>): LockRecord =>
  (company, id) =>
    company.lockOne(table, id);

/** The tables of each kind's records. Voided days and cancelled requests keep their keys. */
export const EXTERNAL_ID_RECORDS: Readonly<Record<ExternalIdKind, LockRecord>> = {
  department: lockIn(departmentTable),
  branch: lockIn(branchTable),
  shift: lockIn(shiftTable),
  employee: lockIn(employeeTable),
  leave: lockIn(leaveRequestTable),
  attendance: lockIn(attendanceTable),
};

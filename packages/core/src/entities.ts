import type { EntitySchema } from 'typeorm';
import { absenceTypeTable } from './absence-types/absence-type.ts';
import { accessLinkTable } from './accounts/access-link.ts';
import { loginTable } from './accounts/login.ts';
import { recoveryCodeTable } from './accounts/recovery-codes.ts';
import { sessionTable } from './accounts/session.ts';
import { unknownSignInTable } from './accounts/unknown-sign-in.ts';
import { usedFormTable } from './accounts/used-forms.ts';
import { attendanceTable, punchTable } from './attendance/attendance.ts';
import { auditTable } from './audit/audit-row.ts';
import { clockReportTable } from './clocks/clock-report.ts';
import { closedPersonTable, monthClosingTable } from './closed-months/month-closing.ts';
import { companyTable } from './companies/company.ts';
import { payrollLayoutTable } from './companies/payroll-layout.ts';
import { correctionRequestTable } from './correction-requests/correction-request.ts';
import type { CompanyRow } from './database/sql/company-scope.ts';
import type { Dialect } from './database/sql/dialect.ts';
import type { StoredTable, Table } from './database/sql/table.ts';
import { employeeTable } from './employees/employee.ts';
import { type ExternalIdKind, externalIdTable } from './external-ids/external-id.ts';
import type { LockRecord } from './external-ids/external-id-service.ts';
import { peopleFileTable } from './import/people-file.ts';
import { leaveDocumentTable } from './leave/leave-document.ts';
import { leaveRequestTable } from './leave/leave-request.ts';
import { messageTable } from './messages/message.ts';
import { noticeMarkTable } from './notices/notice-mark.ts';
import { branchTable } from './organization/branch.ts';
import { departmentTable } from './organization/department.ts';
import { managerLimitTable } from './organization/manager-limit.ts';
import { secretTable } from './secrets/secret.ts';
import { shiftTable } from './shifts/shift.ts';
import { tokenUseTable } from './token-use/token-use.ts';
import { tokenTable } from './tokens/token.ts';

/** All of core's tables, each after those that it refers to. */
export const CORE_TABLES: readonly StoredTable[] = [
  companyTable,
  departmentTable,
  branchTable,
  shiftTable,
  absenceTypeTable,
  payrollLayoutTable,
  employeeTable,
  loginTable,
  sessionTable,
  accessLinkTable,
  managerLimitTable,
  recoveryCodeTable,
  unknownSignInTable,
  usedFormTable,
  tokenTable,
  attendanceTable,
  punchTable,
  clockReportTable,
  monthClosingTable,
  closedPersonTable,
  leaveRequestTable,
  leaveDocumentTable,
  correctionRequestTable,
  messageTable,
  noticeMarkTable,
  auditTable,
  tokenUseTable,
  secretTable,
  externalIdTable,
  peopleFileTable,
];

const lockIn =
  <Row extends CompanyRow>(table: Table<Row>): LockRecord =>
  (company, id) =>
    company.lockOne(table, id);

/** How the records that can have an external id are locked. Voided days and cancelled requests keep theirs. */
export const EXTERNAL_ID_RECORDS: Readonly<Record<ExternalIdKind, LockRecord>> = {
  department: lockIn(departmentTable),
  branch: lockIn(branchTable),
  shift: lockIn(shiftTable),
  employee: lockIn(employeeTable),
  leave: lockIn(leaveRequestTable),
  attendance: lockIn(attendanceTable),
};

/** Core's entities for a DataSource of `dialect`, for a host that lists them with its own. */
export function coreEntities(dialect: Dialect): EntitySchema[] {
  return CORE_TABLES.map((table) => table.schema(dialect));
}

import type { LoginRow } from '../accounts/login.ts';
import type { AttendanceRow, PunchRow } from '../attendance/attendance.ts';
import type { EmployeeRow } from '../employees/employee.ts';
import type { ExportedUnit } from '../import/exported-input.ts';
import type { LeaveRequestRow } from '../leave/leave-request.ts';
import type { BranchRow } from '../organization/branch.ts';
import type { DepartmentRow } from '../organization/department.ts';
import type { ShiftRow } from '../shifts/shift.ts';

/** A JSON value; a list holds the punches of a day. */
export type ExportedValue = string | number | boolean | null | readonly Readonly<Record<string, ExportedValue>>[];

/** A row of an export: all fields of docs/import.md, always in the same order. */
export type ExportedRow = Readonly<Record<string, ExportedValue>>;

/** The references of a row, by the keys of the export. */
export interface RowKeys {
  readonly external: string;
  readonly employee?: string | undefined;
  readonly department?: string | undefined;
  readonly branch?: string | undefined;
}

/** In UTC, so that the time is unambiguous even if the company's zone changes. */
const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export const departmentRow = ({ name, createdAt, updatedAt }: DepartmentRow, { external }: RowKeys): ExportedRow => ({
  external_id: external,
  name,
  created_at: time(createdAt),
  updated_at: time(updatedAt),
});

export const branchRow = (row: BranchRow, { external }: RowKeys): ExportedRow => ({
  external_id: external,
  name: row.name,
  address: row.address,
  created_at: time(row.createdAt),
  updated_at: time(row.updatedAt),
});

export const shiftRow = (row: ShiftRow, { external }: RowKeys): ExportedRow => ({
  external_id: external,
  name: row.name,
  start_time: row.startTime,
  end_time: row.endTime,
  wage_percentage: row.wagePercentage,
  created_at: time(row.createdAt),
  updated_at: time(row.updatedAt),
});

/** What a person chose for their messages and pages. */
export type OwnChoices = Pick<LoginRow, 'locale' | 'toldBy' | 'notTold'>;

/** What an export says of a person's log-in. */
interface ExportedLogin {
  readonly chosen: OwnChoices | undefined;
  /** What the log-in of a manager is limited to. */
  readonly limit: readonly ExportedUnit[] | undefined;
}

/** @param idNumber in clear; the import encrypts it with its own keys */
export const employeeRow = (
  row: EmployeeRow,
  keys: RowKeys,
  idNumber: string,
  { chosen, limit }: ExportedLogin,
): ExportedRow => ({
  external_id: keys.external,
  name: row.name,
  id_number: idNumber,
  email: row.email,
  phone: row.phone,
  address: row.address,
  department_external_id: keys.department ?? null,
  branch_external_id: keys.branch ?? null,
  salary_type: row.salaryType,
  hourly_rate: row.hourlyRate,
  global_salary: row.globalSalary,
  role: row.role,
  status: row.status,
  limited_to: limit?.map(({ kind, external_id = null }) => ({ kind, external_id })) ?? null,
  frozen_at: time(row.frozenAt),
  created_at: time(row.createdAt),
  updated_at: time(row.updatedAt),
  language: chosen?.locale ?? null,
  told_by: chosen?.toldBy ?? null,
  not_told: chosen?.notTold ?? null,
});

/** @param document the path of its document in the export */
export const leaveRow = (row: LeaveRequestRow, keys: RowKeys, document: string | null): ExportedRow => ({
  external_id: keys.external,
  employee_external_id: keys.employee ?? null,
  date: row.date,
  type: row.type,
  status: row.status,
  manager_note: row.managerNote,
  created_at: time(row.createdAt),
  updated_at: time(row.updatedAt),
  decided_by: row.decidedBy,
  decided_at: time(row.decidedAt),
  cancelled_at: time(row.cancelledAt),
  group: row.groupKey,
  document,
  document_name: document === null ? null : row.documentName,
  document_type: document === null ? null : row.documentType,
});

/** @param punches all of the day, including voided ones, in the order of recording */
export const dayRow = (row: AttendanceRow, keys: RowKeys, punches: readonly PunchRow[]): ExportedRow => ({
  external_id: keys.external,
  employee_external_id: keys.employee ?? null,
  date: row.date,
  check_in: time(row.checkIn),
  check_out: time(row.checkOut),
  status: row.status,
  absence_type: row.absenceType,
  is_approved: row.isApproved,
  check_in_lat: row.checkInLat,
  check_in_lng: row.checkInLng,
  check_in_accuracy_meters: row.checkInAccuracyMeters,
  check_out_lat: row.checkOutLat,
  check_out_lng: row.checkOutLng,
  check_out_accuracy_meters: row.checkOutAccuracyMeters,
  decided_by: row.decidedBy,
  decided_at: time(row.decidedAt),
  decision_note: row.decisionNote,
  absence_by: row.absenceBy,
  absence_at: time(row.absenceAt),
  absence_note: row.absenceNote,
  voided_at: time(row.voidedAt),
  created_at: time(row.createdAt),
  updated_at: time(row.updatedAt),
  punches: punches.map(punchOf),
});

const punchOf = (punch: PunchRow): Readonly<Record<string, ExportedValue>> => ({
  kind: punch.kind,
  at: time(punch.at),
  lat: punch.lat,
  lng: punch.lng,
  accuracy_meters: punch.accuracyMeters,
  rule: punch.rule,
  recorded_by: punch.recordedBy,
  recorded_at: time(punch.recordedAt),
  note: punch.note,
  voided_at: time(punch.voidedAt),
  voided_by: punch.voidedBy,
  void_note: punch.voidNote,
});

import {
  bigInteger,
  calendarDateColumn,
  double,
  flag,
  generatedBigId,
  instant,
  integer,
  text,
  word,
} from '../database/columns.ts';
import { defineTable } from '../database/table.ts';

/** The record of one employee's working day, derived from their punches (D:T8). */
export interface AttendanceRow {
  id: number;
  companyId: number;
  employeeId: number;
  date: string;
  /** The employee's current unit, not the one at that date: a copy, for the lists by department and branch (D:Q24). */
  departmentId: number | null;
  branchId: number | null;
  checkIn: Date | null;
  checkOut: Date | null;
  /** One of core's: open, pending, approved, rejected; or one that a product adds (D:T1). */
  status: string;
  absenceType: string | null;
  /** Whether a manager's approval is in force (D:T2). */
  isApproved: boolean;
  checkInLat: number | null;
  checkInLng: number | null;
  checkInAccuracyMeters: number | null;
  checkOutLat: number | null;
  checkOutLng: number | null;
  checkOutAccuracyMeters: number | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The note of the manager who decided. */
  decisionNote: string | null;
  /** Set when the day was voided: it keeps its id and leaves the list (D:T12). */
  voidedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const attendanceTable = defineTable<AttendanceRow>({
  name: 'shaon_attendance',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    date: calendarDateColumn,
    departmentId: integer.nullable,
    branchId: integer.nullable,
    checkIn: instant.nullable,
    checkOut: instant.nullable,
    status: text,
    absenceType: text.nullable,
    isApproved: flag,
    checkInLat: double.nullable,
    checkInLng: double.nullable,
    checkInAccuracyMeters: integer.nullable,
    checkOutLat: double.nullable,
    checkOutLng: double.nullable,
    checkOutAccuracyMeters: integer.nullable,
    decidedBy: text.nullable,
    decidedAt: instant.nullable,
    decisionNote: text.nullable,
    voidedAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  indices: [
    { columns: ['companyId', 'employeeId', 'date'], unique: true, where: '"voided_at" IS NULL' },
    { columns: ['companyId', 'date', 'id'], where: '"voided_at" IS NULL' },
    { columns: ['companyId', 'departmentId', 'date', 'id'], where: '"voided_at" IS NULL' },
    { columns: ['companyId', 'branchId', 'date', 'id'], where: '"voided_at" IS NULL' },
    { columns: ['companyId', 'status', 'date', 'id'], where: '"voided_at" IS NULL' },
    {
      purpose: 'department_branch',
      columns: ['companyId', 'departmentId', 'branchId', 'date', 'id'],
      where: '"voided_at" IS NULL',
    },
    {
      purpose: 'department_status',
      columns: ['companyId', 'departmentId', 'status', 'date', 'id'],
      where: '"voided_at" IS NULL',
    },
    {
      purpose: 'branch_status',
      columns: ['companyId', 'branchId', 'status', 'date', 'id'],
      where: '"voided_at" IS NULL',
    },
    {
      purpose: 'department_branch_status',
      columns: ['companyId', 'departmentId', 'branchId', 'status', 'date', 'id'],
      where: '"voided_at" IS NULL',
    },
    { columns: ['companyId', 'date', 'employeeId'], where: '"absence_type" IS NOT NULL AND "voided_at" IS NULL' },
  ],
  refersToCompany: true,
  references: { employeeId: 'shaon_employee' },
  checks: {
    approval: `("status" <> 'approved' OR "is_approved") AND ("status" NOT IN ('open', 'pending', 'rejected') OR NOT "is_approved")`,
    order: '"check_in" IS NULL OR "check_out" IS NULL OR "check_out" >= "check_in"',
  },
});

/** What a punch does; a return from a break is `break_end` and fires `attendance.clocked_in` (SPEC 6, D:V10). */
export type PunchKind = 'in' | 'out' | 'break_start' | 'break_end';

/** One punch: append-only evidence. A correction voids it and appends another (D:T12). */
export interface PunchRow {
  id: number;
  companyId: number;
  employeeId: number;
  attendanceId: number;
  kind: PunchKind;
  at: Date;
  lat: number | null;
  lng: number | null;
  accuracyMeters: number | null;
  /** The rule of D:T6 that chose the record. */
  rule: string;
  recordedBy: string;
  recordedAt: Date;
  note: string | null;
  voidedAt: Date | null;
  voidedBy: string | null;
  /** Why it was voided. */
  voidNote: string | null;
}

export const punchTable = defineTable<PunchRow>({
  name: 'shaon_punch',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    attendanceId: bigInteger,
    kind: word<PunchKind>(),
    at: instant,
    lat: double.nullable,
    lng: double.nullable,
    accuracyMeters: integer.nullable,
    rule: text,
    recordedBy: text,
    recordedAt: instant,
    note: text.nullable,
    voidedAt: instant.nullable,
    voidedBy: text.nullable,
    voidNote: text.nullable,
  },
  indices: [{ columns: ['companyId', 'attendanceId', 'at', 'id'] }, { columns: ['companyId', 'employeeId', 'at'] }],
  references: { employeeId: 'shaon_employee', attendanceId: 'shaon_attendance' },
  checks: { kind: `"kind" IN ('in', 'out', 'break_start', 'break_end')` },
});

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
} from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const attendanceTable = defineTable({
  name: 'shaon_attendance',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    date: calendarDateColumn,
    /** The employee's current unit, not the one at that date: a copy, for the lists by department and branch (D:Q24). */
    departmentId: integer.nullable,
    branchId: integer.nullable,
    checkIn: instant.nullable,
    checkOut: instant.nullable,
    /** One of core's: open, pending, approved, rejected; or one that a product adds (D:T1). */
    status: text,
    absenceType: text.nullable,
    /** Whether a manager's approval is in force (D:T2). */
    isApproved: flag,
    checkInLat: double.nullable,
    checkInLng: double.nullable,
    checkInAccuracyMeters: integer.nullable,
    checkOutLat: double.nullable,
    checkOutLng: double.nullable,
    checkOutAccuracyMeters: integer.nullable,
    decidedBy: text.nullable,
    decidedAt: instant.nullable,
    /** The note of the manager who decided. */
    decisionNote: text.nullable,
    /** Who last recorded the day's absence or took it off, when and why. */
    absenceBy: text.nullable,
    absenceAt: instant.nullable,
    absenceNote: text.nullable,
    /** Set when the day was voided: it keeps its id and leaves the list (D:T12). */
    voidedAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  indices: [
    { columns: ['companyId', 'employeeId', 'date'], unique: true, where: '"voided_at" IS NULL' },
    { columns: ['companyId', 'date', 'id'], where: '"voided_at" IS NULL' },
    // Each begins with one filter of the list and carries the other two, so that pages are found without reading rows.
    {
      purpose: 'department',
      columns: ['companyId', 'departmentId', 'date', 'id', 'branchId', 'status'],
      where: '"voided_at" IS NULL',
    },
    {
      purpose: 'branch',
      columns: ['companyId', 'branchId', 'date', 'id', 'departmentId', 'status'],
      where: '"voided_at" IS NULL',
    },
    {
      purpose: 'status',
      columns: ['companyId', 'status', 'date', 'id', 'departmentId', 'branchId'],
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

/** The record of one employee's working day, derived from their punches (D:T8). */
export type AttendanceRow = RowOf<typeof attendanceTable>;

/** What a punch does; a return from a break is `break_end` and fires `attendance.clocked_in` (SPEC 6, D:V10). */
export type PunchKind = 'in' | 'out' | 'break_start' | 'break_end';

export const punchTable = defineTable({
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
    /** The rule that chose the record (D:T6). */
    rule: text,
    recordedBy: text,
    recordedAt: instant,
    note: text.nullable,
    voidedAt: instant.nullable,
    voidedBy: text.nullable,
    /** Why it was voided. */
    voidNote: text.nullable,
  },
  indices: [{ columns: ['companyId', 'attendanceId', 'at', 'id'] }, { columns: ['companyId', 'employeeId', 'at'] }],
  references: { employeeId: 'shaon_employee', attendanceId: 'shaon_attendance' },
  checks: { kind: `"kind" IN ('in', 'out', 'break_start', 'break_end')` },
});

/** One punch: append-only evidence. A correction voids it and appends another (D:T12). */
export type PunchRow = RowOf<typeof punchTable>;

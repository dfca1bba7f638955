import { calendarDateColumn, double, flag, instant, integer } from '../database/columns.ts';
import type { RawRow } from '../database/sql.ts';
import type { AttendanceRow, PunchKind, PunchRow } from './attendance.ts';
import type { DayState } from './day-state.ts';
import type { Segment } from './projection.ts';

/** The location that a device reported: degrees, and the device's own estimate of the error (SPEC 2, GpsPoint). */
export interface GpsPoint {
  /** Degrees, −90 to 90. */
  readonly lat: number;
  /** Degrees, −180 to 180. */
  readonly lng: number;
  /** Whole metres; null if the device reported none. */
  readonly accuracy_meters: number | null;
}

/** One working day of one employee, as callers of core see it (SPEC 2, Attendance record). */
export interface AttendanceRecord {
  /** From 1 to 2^53 − 1, one for each employee and date. */
  readonly id: number;
  readonly employee_id: number;
  /** `YYYY-MM-DD`, a day of the company's zone. */
  readonly date: string;
  /** The first punch in, an instant; null on an absence day, and if the punch was forgotten. */
  readonly check_in: Date | null;
  /** The last punch out, an instant; null while the employee is in, or on a break (D:T8). */
  readonly check_out: Date | null;
  /** `open`, `pending`, `approved` or `rejected`, or a host's own status unchanged, up to 64 characters (D:T1). */
  readonly status: string;
  /** The label of a leave type, as `LeaveRequest.type`; null on a day without absence. */
  readonly absence_type: string | null;
  /** Whether a manager approved the record. */
  readonly is_approved: boolean;
  /** Null if it was not requested, or the caller may not see it. */
  readonly location: { readonly check_in: GpsPoint | null; readonly check_out: GpsPoint | null } | null;
}

/** One punch as evidence; may be voided. */
export interface Punch {
  readonly id: number;
  readonly kind: PunchKind;
  readonly at: Date;
  readonly location: GpsPoint | null;
  /** The rule of D:T6 that chose the record, or `correction`. */
  readonly rule: string;
  readonly recordedBy: string;
  readonly recordedAt: Date;
  readonly note: string | null;
  readonly voidedAt: Date | null;
  readonly voidedBy: string | null;
  /** Why it was voided; null if no reason was given, and for punches voided before reasons were kept. */
  readonly voidNote: string | null;
}

/** A manager's latest decision about a day that has not changed since. */
export interface DayDecision {
  readonly by: string;
  readonly at: Date;
  readonly note: string | null;
}

/** A record with all its punches by time, and the values derived from them. */
export interface AttendanceDay {
  readonly record: AttendanceRecord;
  /** Null until somebody decides, and after every change of the day (D:T16). */
  readonly decision: DayDecision | null;
  /** When the day last changed; callers of `approve` and `reject` pass it to decide only on what they saw. */
  readonly updatedAt: Date;
  readonly punches: readonly Punch[];
  /** The day's state now, as a sheet shows it. */
  readonly state: DayState;
  /** Matching ins and outs by time; either may be missing (D:T13). */
  readonly segments: readonly Segment[];
  /** Milliseconds of the segments that have both ends, without breaks. */
  readonly workedMs: number;
  /** Milliseconds of the breaks that have ended. */
  readonly breakMs: number;
}

/** Makes a record from a raw row of the list's columns, with or without coordinates. */
export function recordFromRaw(raw: RawRow, hasLocation: boolean): AttendanceRecord {
  return {
    id: Number(raw.id),
    employee_id: Number(raw.employee_id),
    date: calendarDateColumn.fromDatabase(raw.date),
    check_in: instant.nullable.fromDatabase(raw.check_in),
    check_out: instant.nullable.fromDatabase(raw.check_out),
    status: raw.status as string,
    absence_type: raw.absence_type as string | null,
    is_approved: flag.fromDatabase(raw.is_approved),
    location: hasLocation
      ? {
          check_in: gpsPoint(raw.check_in_lat, raw.check_in_lng, raw.check_in_accuracy_meters),
          check_out: gpsPoint(raw.check_out_lat, raw.check_out_lng, raw.check_out_accuracy_meters),
        }
      : null,
  };
}

export function recordFromRow(row: AttendanceRow): AttendanceRecord {
  return {
    id: row.id,
    employee_id: row.employeeId,
    date: row.date,
    check_in: row.checkIn,
    check_out: row.checkOut,
    status: row.status,
    absence_type: row.absenceType,
    is_approved: row.isApproved,
    location: {
      check_in: gpsPoint(row.checkInLat, row.checkInLng, row.checkInAccuracyMeters),
      check_out: gpsPoint(row.checkOutLat, row.checkOutLng, row.checkOutAccuracyMeters),
    },
  };
}

export function decisionFromRow({ decidedBy, decidedAt, decisionNote }: AttendanceRow): DayDecision | null {
  return decidedBy === null || decidedAt === null ? null : { by: decidedBy, at: decidedAt, note: decisionNote };
}

export function punchFromRow(row: PunchRow): Punch {
  const { id, at, rule, recordedBy, recordedAt, note, voidedAt, voidedBy, voidNote } = row;
  const location = gpsPoint(row.lat, row.lng, row.accuracyMeters);
  return { id, kind: row.kind, at, location, rule, recordedBy, recordedAt, note, voidedAt, voidedBy, voidNote };
}

/** A location needs both coordinates; 0, 0 is valid (D:T11). */
function gpsPoint(lat: unknown, lng: unknown, accuracyMeters: unknown): GpsPoint | null {
  const [latitude, longitude] = [double.nullable.fromDatabase(lat), double.nullable.fromDatabase(lng)];
  if (latitude === null || longitude === null) return null;
  return { lat: latitude, lng: longitude, accuracy_meters: integer.nullable.fromDatabase(accuracyMeters) };
}

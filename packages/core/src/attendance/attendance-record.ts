import type { Column } from '../database/sql/columns.ts';
import type { Dialect } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type AttendanceRow, attendanceTable, type PunchKind, type PunchRow } from './attendance.ts';
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
  /** The rule that chose the record, or `correction` (D:T6). */
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

/** Who last recorded the absence of a day or took it off, when and why; `note` is null if no reason was given. */
export interface AbsenceChange {
  readonly by: string;
  readonly at: Date;
  readonly note: string | null;
}

/** A record with all its punches by time, and the values derived from them. */
export interface AttendanceDay {
  readonly record: AttendanceRecord;
  /** Null until somebody decides, and after every change of the day (D:T16). */
  readonly decision: DayDecision | null;
  /** Null for a day that never had an absence. */
  readonly absenceChange: AbsenceChange | null;
  /** When the day last changed; callers of `approve` and `reject` pass it to decide only on what they saw. */
  readonly updatedAt: Date;
  readonly punches: readonly Punch[];
  /** The day's state now, as a sheet shows it. */
  readonly state: DayState;
  /** Matching ins and outs by time; either may be missing (D:T13). */
  readonly segments: readonly Segment[];
  /** Milliseconds of the segments that have both ends, without breaks, in whole minutes (D:A27). */
  readonly workedMs: number;
  /** Milliseconds of the breaks that have ended. */
  readonly breakMs: number;
}

const columns: { readonly [Property in keyof AttendanceRow]: Column<AttendanceRow[Property]> } =
  attendanceTable.columns;

/** Gives the value of a property of a row. */
type ValueOf = <Property extends keyof AttendanceRow>(property: Property) => AttendanceRow[Property];

/** What a record is made of, member by member, wherever its values are: the columns that are read come from here too. */
const recordOf = (value: ValueOf, withLocation: boolean): AttendanceRecord => ({
  id: value('id'),
  employee_id: value('employeeId'),
  date: value('date'),
  check_in: value('checkIn'),
  check_out: value('checkOut'),
  status: value('status'),
  absence_type: value('absenceType'),
  is_approved: value('isApproved'),
  location: withLocation ? locationOf(value) : null,
});

const locationOf = (value: ValueOf): NonNullable<AttendanceRecord['location']> => ({
  check_in: gpsPoint(value('checkInLat'), value('checkInLng'), value('checkInAccuracyMeters')),
  check_out: gpsPoint(value('checkOutLat'), value('checkOutLng'), value('checkOutAccuracyMeters')),
});

/** A location needs both coordinates; 0, 0 is valid (D:T11). */
const gpsPoint = (lat: number | null, lng: number | null, accuracy_meters: number | null): GpsPoint | null =>
  lat === null || lng === null ? null : { lat, lng, accuracy_meters };

/** The columns that `recordFromDatabase` reads of a record. */
export function recordColumns(dialect: Dialect, alias: string, withLocation: boolean): string {
  const properties: (keyof AttendanceRow)[] = [];
  recordOf((property) => {
    properties.push(property);
    return null as never;
  }, withLocation);
  return properties
    .map((property) => {
      const column = `${alias}.${attendanceTable.quoted(property)}`;
      return `${columns[property].select(dialect, column)} AS "${property}"`;
    })
    .join(', ');
}

export const recordFromRow = (row: AttendanceRow): AttendanceRecord => recordOf((property) => row[property], true);

/** Makes a record of a raw row of `recordColumns`. */
export const recordFromDatabase =
  (withLocation: boolean) =>
  (raw: RawRow): AttendanceRecord =>
    recordOf((property) => columns[property].fromDatabase(raw[property]), withLocation);

export function decisionFromRow({ decidedBy, decidedAt, decisionNote }: AttendanceRow): DayDecision | null {
  return decidedBy === null || decidedAt === null ? null : { by: decidedBy, at: decidedAt, note: decisionNote };
}

export function absenceChangeFromRow({ absenceBy, absenceAt, absenceNote }: AttendanceRow): AbsenceChange | null {
  return absenceBy === null || absenceAt === null ? null : { by: absenceBy, at: absenceAt, note: absenceNote };
}

export function punchFromRow(row: PunchRow): Punch {
  const { id, at, rule, recordedBy, recordedAt, note, voidedAt, voidedBy, voidNote } = row;
  const location = gpsPoint(row.lat, row.lng, row.accuracyMeters);
  return { id, kind: row.kind, at, location, rule, recordedBy, recordedAt, note, voidedAt, voidedBy, voidNote };
}

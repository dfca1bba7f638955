import type { Dialect } from '../database/dialect.ts';
import { cellReader, rowMaker } from '../database/fast/generated-functions.ts';
import type { RawRow } from '../database/sql.ts';
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

/** The members of a record in their order, and the property of its row in which each is stored. */
const MEMBERS = {
  id: 'id',
  employee_id: 'employeeId',
  date: 'date',
  check_in: 'checkIn',
  check_out: 'checkOut',
  status: 'status',
  absence_type: 'absenceType',
  is_approved: 'isApproved',
} as const satisfies Record<Exclude<keyof AttendanceRecord, 'location'>, keyof AttendanceRow>;
/** The latitude, longitude and accuracy of each punch, which follow them. */
const POINTS = [
  ...(['checkInLat', 'checkInLng', 'checkInAccuracyMeters'] as const),
  ...(['checkOutLat', 'checkOutLng', 'checkOutAccuracyMeters'] as const),
];

const OWN = Object.values(MEMBERS);
const WHOLE = [...OWN, ...POINTS];
const columnsOf = (withLocation: boolean) => (withLocation ? WHOLE : OWN);

/** The columns that `recordFromDatabase` reads of a record. */
export const recordColumns = (dialect: Dialect, alias: string, withLocation: boolean): string =>
  columnsOf(withLocation)
    .map((property) => {
      const column = attendanceTable.quoted(property);
      return `${attendanceTable.columns[property].select(dialect, `${alias}.${column}`)} AS ${column}`;
    })
    .join(', ');

const makeRecord = rowMaker([...Object.keys(MEMBERS), 'location']);

/** A location is null for a caller who may not see it. */
function recordOf(cells: unknown[], withLocation: boolean): AttendanceRecord {
  const [lat, lng, accuracy, outLat, outLng, outAccuracy] = cells.splice(OWN.length);
  cells.push(withLocation ? { check_in: gpsPoint(lat, lng, accuracy), check_out: gpsPoint(outLat, outLng, outAccuracy) } : null);
  return makeRecord(cells) as unknown as AttendanceRecord;
}

/** Makes the function that makes a record of a raw row of `recordColumns`. */
function recordReader(withLocation: boolean): (raw: RawRow) => AttendanceRecord {
  const properties = columnsOf(withLocation);
  const cellsOf = cellReader(properties.map((property) => attendanceTable.quoted(property).replaceAll('"', '')));
  const readers = properties.map((property) => attendanceTable.columns[property].fromDatabase);
  return (raw) => recordOf(cellsOf(raw).map((cell, index) => readers[index]?.(cell)), withLocation);
}
const readers = { own: recordReader(false), whole: recordReader(true) };

export const recordFromDatabase = (withLocation: boolean): ((raw: RawRow) => AttendanceRecord) =>
  withLocation ? readers.whole : readers.own;

const cellsOfRow = cellReader(WHOLE);

export const recordFromRow = (row: AttendanceRow): AttendanceRecord => recordOf(cellsOfRow(row), true);

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
  if (lat === null || lng === null) return null;
  return { lat: lat as number, lng: lng as number, accuracy_meters: accuracyMeters as number | null };
}

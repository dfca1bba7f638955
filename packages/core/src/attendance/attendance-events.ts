import { formatInstant } from '../time/zone.ts';

/** Date-times are ISO 8601 with the company's offset. */
export interface AttendanceEventData {
  /** `check_in` is the time of this punch, also after a break (D:V9). */
  'attendance.clocked_in': { employee_id: number; attendance_id: number; check_in: string };
  /** `check_in` is the start of the segment that this punch closes; null if the punch in was forgotten (D:V11). */
  'attendance.clocked_out': {
    employee_id: number;
    attendance_id: number;
    check_in: string | null;
    check_out: string;
  };
}

interface EventRecord {
  readonly id: number;
  readonly employeeId: number;
}

export function clockedIn(record: EventRecord, at: Date, zone: string): AttendanceEventData['attendance.clocked_in'] {
  return { employee_id: record.employeeId, attendance_id: record.id, check_in: formatInstant(at, zone) };
}

export function clockedOut(
  record: EventRecord,
  segment: { readonly checkIn: Date | null; readonly checkOut: Date },
  zone: string,
): AttendanceEventData['attendance.clocked_out'] {
  return {
    employee_id: record.employeeId,
    attendance_id: record.id,
    check_in: segment.checkIn === null ? null : formatInstant(segment.checkIn, zone),
    check_out: formatInstant(segment.checkOut, zone),
  };
}

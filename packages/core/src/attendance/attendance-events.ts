import type { EventData } from '../events/event-types.ts';
import { formatInstant } from '../time/zone.ts';

interface EventRecord {
  readonly id: number;
  readonly employeeId: number;
}

export function clockedIn(record: EventRecord, at: Date, zone: string): EventData['attendance.clocked_in'] {
  return { employee_id: record.employeeId, attendance_id: record.id, check_in: formatInstant(at, zone) };
}

export function clockedOut(
  record: EventRecord,
  segment: { readonly checkIn: Date | null; readonly checkOut: Date },
  zone: string,
): EventData['attendance.clocked_out'] {
  return {
    employee_id: record.employeeId,
    attendance_id: record.id,
    check_in: segment.checkIn === null ? null : formatInstant(segment.checkIn, zone),
    check_out: formatInstant(segment.checkOut, zone),
  };
}

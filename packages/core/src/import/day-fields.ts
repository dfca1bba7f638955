import type { PunchRow } from '../attendance/attendance.ts';
import type { NewRecord } from '../attendance/attendance-store.ts';
import type { Break } from './attendance-breaks.ts';
import type { ImportedDay } from './import-input.ts';

/** The values of a day in the file, with its breaks. */
export type DayFields = Omit<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'>> & {
    readonly breaks: readonly Break[];
    /** The punches of an export, which are not derived from the times. */
    readonly evidence?: readonly Evidence[];
  };

/** A punch of an export. */
export type Evidence = Omit<PunchRow, 'id' | 'companyId' | 'employeeId' | 'attendanceId'>;

/** The locations of a day's start and end, from its row. */
export function locationsOf(day: Partial<ImportedDay>) {
  return {
    checkInLat: day.check_in_lat ?? null,
    checkInLng: day.check_in_lng ?? null,
    checkInAccuracyMeters: day.check_in_accuracy_meters ?? null,
    checkOutLat: day.check_out_lat ?? null,
    checkOutLng: day.check_out_lng ?? null,
    checkOutAccuracyMeters: day.check_out_accuracy_meters ?? null,
  };
}

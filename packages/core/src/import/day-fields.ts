import type { PunchRow } from '../attendance/attendance.ts';
import type { NewRecord } from '../attendance/attendance-store.ts';
import type { Break } from './attendance-breaks.ts';

/** What the file says of a day, with its breaks. */
export type DayFields = Omit<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'>> & {
    readonly breaks: readonly Break[];
    /** The punches of an export, which are not made of the times. */
    readonly evidence?: readonly Evidence[];
  };

/** A punch as an export has it. */
export type Evidence = Omit<PunchRow, 'id' | 'companyId' | 'employeeId' | 'attendanceId'>;

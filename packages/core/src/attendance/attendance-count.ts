import { BY_UNIT_AND_STATUS, DAYS_AND_MONTHS, defineCountedRows, STATUS } from '../database/counts/counted-rows.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';
import { OWN_STATUSES } from './attendance-status.ts';

/** The properties of a record that decide where it is counted. */
export type CountedRecord = Pick<AttendanceRow, 'date' | 'departmentId' | 'branchId' | 'status' | 'voidedAt'>;

/** How many records, without voided ones, each mix of department, branch and status has in a day and in a month. */
export const countedAttendance = defineCountedRows<CountedRecord>('shaon_attendance_count', {
  buckets: DAYS_AND_MONTHS,
  features: BY_UNIT_AND_STATUS,
  split: { feature: STATUS, values: OWN_STATUSES },
  table: attendanceTable,
  goneSince: { column: 'voided_at', of: ({ voidedAt }) => voidedAt },
});

import {
  type CountedFeature,
  type CountedRows,
  DAYS_AND_MONTHS,
  defineCountTable,
} from '../database/counts/counted-rows.ts';
import { type AttendanceRow, attendanceTable } from './attendance.ts';

/** The properties of a record that decide where it is counted. */
export type CountedRecord = Pick<AttendanceRow, 'date' | 'departmentId' | 'branchId' | 'status'>;

const FEATURES: readonly CountedFeature<CountedRecord>[] = [
  { name: 'department', column: 'department_id', of: ({ departmentId }) => departmentId },
  { name: 'branch', column: 'branch_id', of: ({ branchId }) => branchId },
  { name: 'status', column: 'status', of: ({ status }) => status },
];

/** How many records, without voided ones, each mix of department, branch and status has in a day and in a month. */
export const attendanceCountTable = defineCountTable('shaon_attendance_count', FEATURES);

export const countedAttendance: CountedRows<CountedRecord> = {
  counts: attendanceCountTable,
  buckets: DAYS_AND_MONTHS,
  features: FEATURES,
  table: attendanceTable,
  isCounted: 'a.voided_at IS NULL',
};

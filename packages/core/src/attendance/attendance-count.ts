import { calendarDateColumn, generatedBigId, integer, text, word } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** What records are counted by: all of a company, or those of one department, branch or status. */
export type CountKind = 'all' | 'department' | 'branch' | 'status';

export type CountPeriod = 'day' | 'month';

/**
 * How many records one member of a kind, such as one department, has in one day or month. On PostgreSQL several rows
 * may say parts of one number, which is their sum: writers that meet need not wait for each other then
 * (`attendance-count-writes.ts`).
 */
export interface AttendanceCountRow {
  id: number;
  companyId: number;
  kind: CountKind;
  /** The id of the department or branch, the status, or nothing. */
  member: string;
  period: CountPeriod;
  /** The first day of the period. */
  date: string;
  /** Of records that were not voided; a part may be below 0. */
  total: number;
}

export const attendanceCountTable: Table<AttendanceCountRow> = defineTable<AttendanceCountRow>({
  name: 'shaon_attendance_count',
  entity: 'ShaonAttendanceCount',
  columns: {
    id: generatedBigId,
    companyId: integer,
    kind: word<CountKind>(),
    member: text,
    period: word<CountPeriod>(),
    date: calendarDateColumn,
    total: integer,
  },
  indices: [{ columns: ['companyId', 'kind', 'member', 'period', 'date'] }],
  owner: { companyId: 'ShaonCompany' },
  checks: {
    kind: `"kind" IN ('all', 'department', 'branch', 'status')`,
    period: `"period" IN ('day', 'month')`,
  },
});

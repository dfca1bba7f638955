import type { CompanyScope } from '../database/sql/company-scope.ts';
import { type PunchRow, punchTable } from './attendance.ts';
import {
  type AttendanceDay,
  absenceChangeFromRow,
  decisionFromRow,
  punchFromRow,
  recordFromRow,
} from './attendance-record.ts';
import { breakMsUntil, dayStateOf } from './day-state.ts';
import { segmentsOf, workedMs } from './projection.ts';
import { byTime, idsWithLaterPunch, type PunchedDay } from './punch-queries.ts';

/** A day with all its punches by time, including voided ones, and its state. */
export async function toAttendanceDay(
  scope: CompanyScope,
  { record, punches }: PunchedDay,
  at: { readonly now: Date; readonly workDayHours: number },
): Promise<AttendanceDay> {
  const withLaterPunch = await idsWithLaterPunch(scope, record.status === 'open' ? [record.id] : []);
  const all: PunchRow[] = await scope.find(punchTable, { attendanceId: record.id });
  return {
    record: recordFromRow(record),
    decision: decisionFromRow(record),
    absenceChange: absenceChangeFromRow(record),
    updatedAt: record.updatedAt,
    punches: all.sort(byTime).map(punchFromRow),
    state: dayStateOf(record, punches, { ...at, withLaterPunch }),
    segments: segmentsOf(punches),
    workedMs: workedMs(punches),
    breakMs: breakMsUntil(punches, null),
  };
}

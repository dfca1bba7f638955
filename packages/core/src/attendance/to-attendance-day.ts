import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { AttendanceRow, PunchRow } from './attendance.ts';
import {
  type AttendanceDay,
  absenceChangeFromRow,
  decisionFromRow,
  punchFromRow,
  recordFromRow,
} from './attendance-record.ts';
import { breakMsUntil, dayStateOf, type StateFacts } from './day-state.ts';
import { segmentsOf, workedMs } from './projection.ts';
import { byTime, idsWithLaterPunch, type PunchedDay, punchesOfDays } from './punch-queries.ts';

type At = Pick<StateFacts, 'now' | 'workDayHours'>;

/** A day with all its punches by time, including voided ones, and its state. */
export async function toAttendanceDay(scope: CompanyScope, { record }: PunchedDay, at: At): Promise<AttendanceDay> {
  const [day] = await toAttendanceDays(scope, [record], at);
  return day as AttendanceDay;
}

/** The same of several records. */
export async function toAttendanceDays(
  scope: CompanyScope,
  records: readonly AttendanceRow[],
  at: At,
): Promise<AttendanceDay[]> {
  const open = records.filter(({ status }) => status === 'open').map(({ id }) => id);
  const withLaterPunch = await idsWithLaterPunch(scope, open);
  const punches = await punchesOfDays(
    scope,
    records.map(({ id }) => id),
  );
  return records.map((record) => dayOf(record, [...(punches.get(record.id) ?? [])], { ...at, withLaterPunch }));
}

function dayOf(record: AttendanceRow, all: PunchRow[], at: StateFacts): AttendanceDay {
  all.sort(byTime);
  const punches = all.filter(({ voidedAt }) => voidedAt === null);
  return {
    record: recordFromRow(record),
    decision: decisionFromRow(record),
    absenceChange: absenceChangeFromRow(record),
    updatedAt: record.updatedAt,
    punches: all.map(punchFromRow),
    state: dayStateOf(record, punches, at),
    segments: segmentsOf(punches),
    workedMs: workedMs(punches),
    breakMs: breakMsUntil(punches, null),
  };
}

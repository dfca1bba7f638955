import type { Page } from '../database/sql/paging.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { DateRange } from '../time/calendar-date.ts';
import type { AttendanceDay, AttendanceRecord } from './attendance-record.ts';
import { type DayState, dayStateOf, lacksPunch, type StateFacts } from './day-state.ts';
import { type PunchFact, workedMs } from './projection.ts';

/** One day of one person in a sheet. */
export interface SheetDay {
  /** Its location is always null. */
  readonly record: AttendanceRecord;
  readonly state: DayState;
  /** Milliseconds between matching ins and outs, without breaks, in whole minutes (D:A27). */
  readonly workedMs: number;
  /** Whether a closed day has an in without its out, or an out without its in (D:T13). */
  readonly lacksPunch: boolean;
}

/** A person's days by date; dates without a record are missing (D:T9). */
export interface PersonDays {
  readonly days: readonly SheetDay[];
  /** The sum of the days' `workedMs`, except rejected ones. */
  readonly workedMs: number;
}

/** A person's days of a month in full. */
export interface PersonMonth {
  readonly days: readonly AttendanceDay[];
  /** The sum of the days' `workedMs`, except rejected ones. */
  readonly workedMs: number;
}

export interface SheetPerson extends PersonDays {
  readonly employee: EmployeeSummary;
}

/** What waits in the department or branch, or in the whole company; not filtered by name or state. */
export interface SheetCounts {
  /** Days between the dates without a decision. */
  readonly pending: number;
  /** Days between the dates whose check-out is missing and can no longer be punched. */
  readonly noCheckOut: number;
  /** Days that go on now. */
  readonly atWork: number;
}

/** People and their days between two dates, both inclusive. */
export interface Sheet extends DateRange {
  readonly people: Page<SheetPerson>;
  readonly counts: SheetCounts;
  /** When the sheet was read; callers pass it to `approveMonth`. */
  readonly asOf: Date;
}

/** A person's days and their states at a time. */
export function personDays(
  records: readonly AttendanceRecord[],
  punchesOf: ReadonlyMap<number, readonly PunchFact[]>,
  at: StateFacts,
): PersonDays {
  const days = records.map((record): SheetDay => {
    const punches = punchesOf.get(record.id) ?? [];
    const state = dayStateOf(record, punches, at);
    const isClosed = state !== 'at_work' && state !== 'no_check_out';
    return { record, state, workedMs: workedMs(punches), lacksPunch: isClosed && lacksPunch(punches) };
  });
  const counted = days.filter(({ state }) => state !== 'rejected');
  return { days, workedMs: counted.reduce((sum, day) => sum + day.workedMs, 0) };
}

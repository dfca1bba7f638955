import type { Page } from '../database/paging.ts';
import type { Employee } from '../employees/employee-queries.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { AttendanceRecord } from './attendance-record.ts';
import { type DayState, dayStateOf, lacksPunch, type StateFacts } from './day-state.ts';
import { type PunchFact, workedMs } from './projection.ts';

/** One day of one person in a sheet. */
export interface SheetDay {
  /** Its location is always null. */
  readonly record: AttendanceRecord;
  readonly state: DayState;
  /** Milliseconds between the ins and outs that belong together, breaks left out. */
  readonly workedMs: number;
  /** Whether an in lacks its out, or an out its in, in a day that is closed (D:T13). */
  readonly lacksPunch: boolean;
}

/** The days of one person by date; days without a record are not there (D:T9). */
export interface PersonDays {
  readonly days: readonly SheetDay[];
  /** Milliseconds of all the days but rejected ones. */
  readonly workedMs: number;
}

/** As much of an employee as a sheet shows. */
export type SheetEmployee = Pick<Employee, 'id' | 'name' | 'status' | 'department' | 'branch'>;

export interface SheetPerson extends PersonDays {
  readonly employee: SheetEmployee;
}

/** What waits in the department or branch, or in the whole company, whatever the name and the state. */
export interface SheetCounts {
  /** Days within the dates that nobody has decided on. */
  readonly pending: number;
  /** Days within the dates whose check-out is missing and can no longer come by a punch. */
  readonly noCheckOut: number;
  /** Days that go on now. */
  readonly atWork: number;
}

/** People and their days between two dates, both inclusive. */
export interface Sheet {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly people: Page<SheetPerson>;
  readonly counts: SheetCounts;
  /** When all this was so: to be given to `approveMonth`. */
  readonly asOf: Date;
}

/** How a person's days stand at a time. */
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

export function sheetEmployee({ id, name, status, department, branch }: Employee): SheetEmployee {
  return { id, name, status, department, branch };
}

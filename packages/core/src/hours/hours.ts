import { breakMsUntil } from '../attendance/day-state.ts';
import { type PunchFact, segmentsOf } from '../attendance/projection.ts';
import type { PersonDays, SheetDay } from '../attendance/sheet.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { Shift } from '../shifts/shift-queries.ts';
import { type CalendarDate, compareDates } from '../time/calendar-date.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { type DividedTime, divideDay, type WorkInterval } from './divide-day.ts';

/** What some days of a person add up to. */
export interface HoursSum {
  /** Whole minutes; the sum of the days, each cut once, as the pages show them (D:A27). */
  readonly workedMinutes: number;
  /**
   * `workedMinutes` by wage preset: first the time outside the hours of all presets, then each preset that has hours, by
   * id, also without any time.
   */
  readonly byPreset: readonly DividedTime[];
  /** Whole minutes of the breaks that have ended, each day cut once. They are not in `workedMinutes`. */
  readonly breakMinutes: number;
  /** Days with at least a minute of work. */
  readonly workedDays: number;
  /** Days of absence by label, sorted by it. A day of work may be one too. */
  readonly absences: readonly { readonly label: string; readonly days: number }[];
}

/** A month of one person: approved and pending days together, and the days of each kind (D:A96). */
export interface PersonHours extends HoursSum {
  readonly employee: EmployeeSummary;
  /** Days with an approval, and approved leave that no day records. */
  readonly approved: HoursSum;
  /** Days that wait: for a decision, for a punch, or for the product, which has given them a status of its own. */
  readonly pending: HoursSum;
  /** Not counted in the month. */
  readonly rejected: HoursSum;
  /** The dates of days that lack a punch, an in or an out, and are over; without rejected ones. */
  readonly unmended: readonly CalendarDate[];
}

/** An approved request for leave. */
export interface ApprovedLeave {
  readonly date: CalendarDate;
  readonly type: string;
}

/** What a month of a person is made of. */
export interface MonthOfPerson extends PersonDays {
  readonly employee: EmployeeSummary;
  /** Of each record, by time. */
  readonly punches: ReadonlyMap<number, readonly PunchFact[]>;
  readonly leave: readonly ApprovedLeave[];
}

/** The present rules by which a company's hours are divided. */
interface DivisionRules {
  readonly presets: readonly Shift[];
  readonly zone: string;
}

/** One date's part of the sums. */
interface Entry {
  readonly group: 'approved' | 'pending' | 'rejected';
  readonly workedMinutes: number;
  readonly byPreset: readonly DividedTime[];
  readonly breakMinutes: number;
  readonly absence: string | null;
}

export function personHours(
  { employee, days, punches, leave }: MonthOfPerson,
  { presets, zone }: DivisionRules,
): PersonHours {
  const none = divideDay([], presets, zone);
  const worked = days.map((day): Entry => {
    const own = punches.get(day.record.id) ?? [];
    return {
      group: groupOf(day),
      workedMinutes: day.workedMs / MINUTE_MS,
      byPreset: divideDay(intervalsOf(own), presets, zone),
      breakMinutes: Math.floor(breakMsUntil(own, null) / MINUTE_MS),
      absence: day.record.absence_type,
    };
  });
  const entries = [...worked, ...unrecordedLeave(days, leave)];
  const sumOf = (...groups: readonly Entry['group'][]): HoursSum =>
    hoursSum(
      entries.filter(({ group }) => groups.includes(group)),
      none,
    );
  return {
    employee,
    ...sumOf('approved', 'pending'),
    approved: sumOf('approved'),
    pending: sumOf('pending'),
    rejected: sumOf('rejected'),
    unmended: days.filter(isUnmended).map(({ record }) => record.date),
  };
}

function groupOf({ record, state }: SheetDay): Entry['group'] {
  if (record.is_approved) return 'approved';
  return state === 'rejected' ? 'rejected' : 'pending';
}

const isUnmended = ({ state, lacksPunch }: SheetDay): boolean =>
  state === 'no_check_out' || (lacksPunch && state !== 'rejected');

function intervalsOf(punches: readonly PunchFact[]): readonly WorkInterval[] {
  return segmentsOf(punches).flatMap(({ checkIn, checkOut }) =>
    checkIn === null || checkOut === null ? [] : [{ from: checkIn, to: checkOut }],
  );
}

/** D:A97: a date is absent once, by its day's absence, also a rejected one, or else by approved leave. */
function unrecordedLeave(days: readonly SheetDay[], leave: readonly ApprovedLeave[]): readonly Entry[] {
  const recorded = days.filter(({ record }) => record.absence_type !== null).map(({ record }) => record.date);
  const known = new Set(recorded);
  return leave.flatMap(({ date, type }): Entry[] => {
    if (known.has(date)) return [];
    known.add(date);
    return [{ group: 'approved', workedMinutes: 0, byPreset: [], breakMinutes: 0, absence: type }];
  });
}

function hoursSum(entries: readonly Entry[], none: readonly DividedTime[]): HoursSum {
  const sum = (minutesOf: (entry: Entry) => number): number =>
    entries.reduce((all, entry) => all + minutesOf(entry), 0);
  const absences = new Map<string, number>();
  for (const { absence } of entries) if (absence !== null) absences.set(absence, (absences.get(absence) ?? 0) + 1);
  return {
    workedMinutes: sum((entry) => entry.workedMinutes),
    byPreset: none.map(({ preset }, part) => ({ preset, minutes: sum((entry) => entry.byPreset[part]?.minutes ?? 0) })),
    breakMinutes: sum((entry) => entry.breakMinutes),
    workedDays: entries.filter(({ workedMinutes }) => workedMinutes > 0).length,
    absences: [...absences].sort(([a], [b]) => compareDates(a, b)).map(([label, days]) => ({ label, days })),
  };
}

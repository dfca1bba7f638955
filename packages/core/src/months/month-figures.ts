import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { PersonHours } from '../hours/hours.ts';
import { type CalendarDate, compareDates, type DateRange } from '../time/calendar-date.ts';
import { type DayOfMonth, waitingOfMonth } from './month-queries.ts';

/** What stands in the way of closing a month, in the order in which work makes work. */
const MONTH_WORK = ['correction_request', 'missing_punch', 'leave', 'waiting_day'] as const;
/**
 * `correction_request`: a request for a correction without a decision. `missing_punch`: a day that is over and lacks an
 * in or an out. `leave`: a request for leave without a decision. `waiting_day`: a closed day without a decision, also one
 * that lacks a punch.
 */
export type MonthWorkKind = (typeof MONTH_WORK)[number];

/** How much of one kind is left, and where to begin. */
export interface MonthWork {
  readonly kind: MonthWorkKind;
  readonly count: number;
  /** The earliest; null if nothing is left. */
  readonly first: { readonly employee_id: number; readonly date: CalendarDate } | null;
}

/** Whole minutes of a month, by what was decided of their days. */
interface MonthMinutes {
  /** People with a row in the month: `core.hours` says who they are. */
  readonly people: number;
  readonly approved_minutes: number;
  readonly pending_minutes: number;
  readonly rejected_minutes: number;
}

/** One department; `department_id` is null for people without one. */
export interface DepartmentMonth extends MonthMinutes, Readonly<Record<MonthWorkKind, number>> {
  readonly department_id: number | null;
}

/** What a month has, and what is left of it: of each kind, and in each department. */
export interface MonthFigures extends MonthMinutes {
  readonly left: readonly MonthWork[];
  readonly departments: readonly DepartmentMonth[];
}

const NOTHING = {
  ...{ people: 0, approved_minutes: 0, pending_minutes: 0, rejected_minutes: 0 },
  ...{ correction_request: 0, missing_punch: 0, leave: 0, waiting_day: 0 },
};

/** The figures of the whole company, or of a department, whose people's hours these are. */
export async function monthFigures(
  scope: CompanyScope,
  dates: DateRange,
  departmentId: number | null,
  hours: readonly PersonHours[],
): Promise<MonthFigures> {
  const days: Readonly<Record<MonthWorkKind, readonly DayOfMonth[]>> = {
    correction_request: await waitingOfMonth(scope, 'corrections', dates, departmentId),
    missing_punch: unmendedDays(hours),
    leave: await waitingOfMonth(scope, 'leave', dates, departmentId),
    waiting_day: await waitingOfMonth(scope, 'days', dates, departmentId),
  };
  const departments = new Map<number | null, typeof NOTHING>();
  const add = (id: number | null, more: Partial<typeof NOTHING>): void => {
    departments.set(id, sumOf(departments.get(id) ?? NOTHING, more));
  };
  for (const { employee, ...own } of hours) add(employee.department?.id ?? null, minutesOf(own));
  for (const kind of MONTH_WORK) for (const { department_id } of days[kind]) add(department_id, { [kind]: 1 });
  const { correction_request, missing_punch, leave, waiting_day, ...minutes } = [...departments.values()].reduce(
    sumOf,
    NOTHING,
  );
  const counts = { correction_request, missing_punch, leave, waiting_day };
  return {
    ...minutes,
    left: MONTH_WORK.map((kind) => ({ kind, count: counts[kind], first: firstOf(days[kind]) })),
    departments: [...departments]
      .map(([department_id, sums]) => ({ department_id, ...sums }))
      .sort((a, b) => (a.department_id ?? Number.POSITIVE_INFINITY) - (b.department_id ?? Number.POSITIVE_INFINITY)),
  };
}

const minutesOf = ({ approved, pending, rejected }: Omit<PersonHours, 'employee'>) => ({
  people: 1,
  approved_minutes: approved.workedMinutes,
  pending_minutes: pending.workedMinutes,
  rejected_minutes: rejected.workedMinutes,
});

const sumOf = (sums: typeof NOTHING, more: Partial<typeof NOTHING>): typeof NOTHING => ({
  people: sums.people + (more.people ?? 0),
  approved_minutes: sums.approved_minutes + (more.approved_minutes ?? 0),
  pending_minutes: sums.pending_minutes + (more.pending_minutes ?? 0),
  rejected_minutes: sums.rejected_minutes + (more.rejected_minutes ?? 0),
  correction_request: sums.correction_request + (more.correction_request ?? 0),
  missing_punch: sums.missing_punch + (more.missing_punch ?? 0),
  leave: sums.leave + (more.leave ?? 0),
  waiting_day: sums.waiting_day + (more.waiting_day ?? 0),
});

function firstOf([first]: readonly DayOfMonth[]): MonthWork['first'] {
  return first === undefined ? null : { employee_id: first.employee_id, date: first.date };
}

function unmendedDays(hours: readonly PersonHours[]): DayOfMonth[] {
  const days: DayOfMonth[] = [];
  for (const { employee, unmended } of hours) {
    const department_id = employee.department?.id ?? null;
    for (const date of unmended) days.push({ employee_id: employee.id, date, department_id });
  }
  return days.sort((a, b) => compareDates(a.date, b.date) || a.employee_id - b.employee_id);
}

import { authorize } from '../abilities-and-roles.ts';
import { type Actor, actorName, withSelf } from '../actor.ts';
import { authorizeDaysOf } from '../attendance/attendance-access.ts';
import { auditAct } from '../audit/audit-act.ts';
import { closingsOf, monthClosed, standingClosings } from '../closed-months/closed-months.ts';
import { type MonthClosingRow, monthClosingTable } from '../closed-months/month-closing.ts';
import { lockCompany, readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { longReading, reportReading } from '../database/readings/reading.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { notFound, stateConflict } from '../errors.ts';
import type { PersonHours } from '../hours/hours.ts';
import { companyHours } from '../hours/hours-service.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { departmentTable } from '../organization/department.ts';
import { isPossibleId } from '../possible-id.ts';
import type { ServiceParts } from '../service-parts.ts';
import {
  addDays,
  type CalendarDate,
  type DateRange,
  dateOfDayNumber,
  datesOfMonth,
  isCalendarDate,
  LAST_DAY,
} from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import { adjustmentsSince, keepHours, type MonthAdjustment } from './kept-hours.ts';
import { type MonthFigures, monthFigures } from './month-figures.ts';
import {
  type ClosedMonth,
  closedMonthInput,
  type MonthOf,
  type ReopenedMonth,
  reopenedMonthInput,
} from './month-input.ts';
import { lockPeople } from './month-queries.ts';

/** A closing of a month, of the whole company or of one department. */
export interface MonthClosing {
  readonly id: number;
  /** `YYYY-MM` */
  readonly month: string;
  /** Null for the whole company. */
  readonly department_id: number | null;
  /** Why it was closed while something was left to do; null if nothing was, or nothing was said. */
  readonly reason: string | null;
  readonly closed_by: string;
  readonly closed_at: Date;
  /** Null while it is closed. */
  readonly reopened_by: string | null;
  readonly reopened_at: Date | null;
  readonly reopen_reason: string | null;
}

/** A month of a company: its figures now, and what stands in the way of closing it. */
export interface CompanyMonth extends MonthFigures {
  /** `YYYY-MM` */
  readonly month: string;
  /** Whether the whole company's month is closed. */
  readonly state: 'open' | 'closed';
  /** The first date on which it may be closed, in the company's zone. */
  readonly closable_from: CalendarDate;
  /** All closings, of departments too, newest first; those that stand have no `reopened_at`. */
  readonly closings: readonly MonthClosing[];
  /** Whose hours have changed since the first closing of the whole company; nobody's if it was never closed. */
  readonly adjustments: readonly MonthAdjustment[];
}

/**
 * Closing months (D:A98): the days of a closed month do not change, by whatever service, and `month_closed` says who
 * closed it and when. Managers see, admins close and reopen.
 */
export interface MonthService {
  /** Throws `not_found` for a bad month, `not_permitted`. */
  get(actor: Actor, month: string): Promise<CompanyMonth>;
  /** What closes a person's day, or null. Throws `not_found` for a date that is none, and for others' days. */
  closingOf(actor: Actor, employeeId: number, date: CalendarDate): Promise<MonthClosing | null>;
  /**
   * Whose hours have changed since the first closing of the month, by the same `department_id`; nobody's if it was never
   * closed. Throws `not_found` for a bad month, `not_permitted`.
   */
  adjustments(actor: Actor, month: MonthOf): Promise<MonthAdjustment[]>;
  /**
   * Closes a month that is over, for the whole company or a department's present people. Throws `month_closed` if it is
   * closed already, `state_conflict` if it is not over, `invalid_input` also without a reason while something is left,
   * `not_found`, `not_permitted`.
   */
  close(actor: Actor, month: ClosedMonth, options?: WriteOptions): Promise<MonthClosing>;
  /**
   * Opens a closed month again: what `close` closed for the same `department_id`. Throws `state_conflict` if it is not
   * closed, `invalid_input`, `not_found`, `not_permitted`.
   */
  reopen(actor: Actor, month: ReopenedMonth, options?: WriteOptions): Promise<MonthClosing>;
}

export function createMonthService({ database, audit, clock }: ServiceParts): MonthService {
  /** A month in the future has no hours yet. */
  async function hoursOf(scope: CompanyScope, dates: DateRange): Promise<PersonHours[]> {
    const hours: PersonHours[] = [];
    const { zone } = await readCompany(scope);
    if (dates.from > localDate(clock.now(), zone)) return hours;
    for await (const person of companyHours(scope, dates, clock.now())) hours.push(person);
    return hours;
  }

  return {
    async get(actor, month) {
      authorize(actor, 'months.read');
      const dates = monthDates(month);
      const scope = database.scope(actor, longReading('months.get'));
      const rows = await scope.find(monthClosingTable, { month });
      const closings = rows.map(toMonthClosing).reverse();
      const first = rows.find(({ departmentId }) => departmentId === null);
      const isClosed = closings.some((closing) => closing.reopened_at === null && closing.department_id === null);
      const hours = await hoursOf(scope, dates);
      return {
        month,
        state: isClosed ? 'closed' : 'open',
        closable_from: addDays(dates.to, 1),
        closings,
        adjustments: first === undefined ? [] : await adjustmentsSince(scope, first, hours),
        ...(await monthFigures(scope, dates, null, hours)),
      };
    },

    async closingOf(actor, employeeId, date) {
      authorizeDaysOf(actor, employeeId);
      if (!isCalendarDate(date)) throw notFound('attendance');
      if (!isPossibleId(employeeId)) return null;
      const day = { employeeId, date };
      const closing = (await closingsOf(database.scope(withSelf(actor)), [day]))(day);
      return closing === undefined ? null : toMonthClosing(closing);
    },

    async adjustments(actor, { month, department_id: departmentId = null }) {
      authorize(actor, 'months.read');
      const dates = monthDates(month);
      const scope = database.scope(actor, reportReading('months.adjustments'));
      const [first] = await scope.find(monthClosingTable, { month, departmentId });
      return first === undefined ? [] : adjustmentsSince(scope, first, companyHours(scope, dates, clock.now()));
    },

    async close(actor, { month, ...input }, options = {}) {
      authorize(actor, 'months.close');
      const dates = monthDates(month);
      const { department_id: departmentId = null, reason = null } = validate(closedMonthInput, input);
      return database.write(actor, 'months.close', options, async (company) => {
        const { zone } = await lockCompany(company);
        const now = clock.now();
        refuseUnfinishedMonth(month, dates, localDate(now, zone));
        await assertDepartment(company, departmentId);
        const people = await lockPeople(company, departmentId);
        const standing = await standingClosings(company, [month]);
        const closed = standing.find((one) => one.departmentId === null || one.departmentId === departmentId);
        if (closed !== undefined) throw monthClosed(closed);
        const own = new Set(people);
        const hours = (await hoursOf(company, dates)).filter(({ employee }) => own.has(employee.id));
        const { left } = await monthFigures(company, dates, departmentId, hours);
        if (reason === null && left.some(({ count }) => count > 0)) throw invalidField('reason', issue('required'));
        const closing = await company.insert(monthClosingTable, {
          ...{ month, departmentId, reason, closedBy: actorName(actor), closedAt: now },
          ...{ reopenedBy: null, reopenedAt: null, reopenReason: null },
        });
        const all = database.withinAllCompanies(company.manager);
        await keepHours(company, all, closing.id, people, hours);
        await auditAct(audit, company, actor, 'month.close', {
          ...factsOf(closing),
          ...Object.fromEntries(left.map(({ kind, count }) => [kind, count])),
          ...(reason !== null && { note: reason }),
        });
        return toMonthClosing(closing);
      });
    },

    async reopen(actor, { month, ...input }, options = {}) {
      authorize(actor, 'months.close');
      monthDates(month);
      const { department_id: departmentId = null, reason } = validate(reopenedMonthInput, input);
      return database.write(actor, 'months.reopen', options, async (company) => {
        await lockCompany(company);
        const rows = await company.lockAll(monthClosingTable, { month, departmentId, reopenedAt: null });
        const [standing] = rows;
        if (standing === undefined)
          throw stateConflict(`${month} is not closed.`, { month, department_id: departmentId });
        const reopened = await company.update(monthClosingTable, standing, {
          reopenedBy: actorName(actor),
          reopenedAt: clock.now(),
          reopenReason: reason,
        });
        await auditAct(audit, company, actor, 'month.reopen', { ...factsOf(reopened), note: reason });
        return toMonthClosing(reopened);
      });
    },
  };
}

/** The last month of the calendar is never over. */
function monthDates(month: string): DateRange {
  const dates = typeof month === 'string' ? datesOfMonth(month) : null;
  if (dates === null || dates.to === LAST_DATE) throw notFound('month');
  return dates;
}

const LAST_DATE = dateOfDayNumber(LAST_DAY);

/** A month is over when the company's own calendar says so. */
function refuseUnfinishedMonth(month: string, { to }: DateRange, today: CalendarDate): void {
  if (today > to) return;
  const from = addDays(to, 1);
  throw stateConflict(`${month} is not over: it may be closed from ${from}.`, { month, closable_from: from });
}

async function assertDepartment(company: CompanyTransaction, id: number | null): Promise<void> {
  if (id !== null && (await company.findOne(departmentTable, { id })) === null) {
    throw invalidField('department_id', issue('in'));
  }
}

const factsOf = ({ month, departmentId }: MonthClosingRow) => ({
  month,
  ...(departmentId !== null && { department_id: departmentId }),
});

const toMonthClosing = (row: MonthClosingRow): MonthClosing => ({
  id: row.id,
  month: row.month,
  department_id: row.departmentId,
  reason: row.reason,
  closed_by: row.closedBy,
  closed_at: row.closedAt,
  reopened_by: row.reopenedBy,
  reopened_at: row.reopenedAt,
  reopen_reason: row.reopenReason,
});

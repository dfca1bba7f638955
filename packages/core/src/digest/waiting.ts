import type { Decider } from '../accounts/own-records.ts';
import type { AccountActor } from '../actor.ts';
import type { AttendanceService } from '../attendance/attendance-service.ts';
import { standingClosings } from '../closed-months/closed-months.ts';
import type { CorrectionRequestService } from '../correction-requests/correction-request-service.ts';
import type { CompanyReads } from '../database/database.ts';
import type { Page } from '../database/sql/paging.ts';
import type { LeaveService } from '../leave/leave-service.ts';
import { addDays, type CalendarDate, firstOfMonth, lastOfMonth } from '../time/calendar-date.ts';

/** Requests that wait, and since when the oldest does. */
interface WaitingRequests {
  readonly count: number;
  readonly since: Date | null;
}

/** What waits for a manager: numbers alone. */
export interface Waiting {
  readonly leave: WaitingRequests;
  readonly corrections: WaitingRequests;
  /** Months that are not closed, the older first. */
  readonly months: readonly { readonly month: string; readonly missing: number; readonly pending: number }[];
}

export const isNothing = ({ leave, corrections, months }: Waiting): boolean =>
  leave.count + corrections.count === 0 && months.every(({ missing, pending }) => missing + pending === 0);

/** Asked as the manager, so that the numbers are those of their own people and pages. */
export interface WaitingReads {
  readonly database: CompanyReads;
  readonly leave: Pick<LeaveService, 'groups'>;
  readonly correctionRequests: Pick<CorrectionRequestService, 'list'>;
  readonly attendance: Pick<AttendanceService, 'monthSheet' | 'list' | 'whoDecides'>;
}

/** More requests than a queue has; the oldest of more is not looked for. */
const MANY = 200;
const FIRST = { page: 1, per_page: 1 };

/**
 * What waits for a person who decides, in this month and the one before; without their own records if others decide on
 * these (D:A2, A23).
 */
export async function waitingFor(
  { database, leave, correctionRequests, attendance }: WaitingReads,
  actor: AccountActor,
  today: CalendarDate,
): Promise<Waiting> {
  const page = { page: 1, per_page: MANY };
  const groups = await leave.groups(actor, { status: 'pending' }, page);
  const corrections = await correctionRequests.list(actor, { state: 'pending' }, page);
  const thisMonth = today.slice(0, 7);
  const lastMonth = addDays(firstOfMonth(today), -1).slice(0, 7);
  const closed = await standingClosings(database.scope(actor), [lastMonth, thisMonth]);
  const { employeeId } = actor;
  const hasDecider = employeeId !== null && (await attendance.whoDecides(actor, employeeId)).waitsFor === 'others';
  const ownPending = async (month: string): Promise<number> => {
    if (!hasDecider) return 0;
    const [from, to] = [`${month}-01`, lastOfMonth(`${month}-01`)];
    const own = { employee_id: employeeId, status: 'pending', date_from: from, date_to: to };
    return (await attendance.list(actor, own, FIRST)).total;
  };
  const months: { month: string; missing: number; pending: number }[] = [];
  for (const month of [lastMonth, thisMonth]) {
    if (closed.some((closing) => closing.month === month && closing.departmentId === null)) continue;
    const { counts } = await attendance.monthSheet(actor, month, {}, FIRST);
    months.push({
      month,
      missing: counts.noCheckOut,
      pending: Math.max(0, counts.pending - (await ownPending(month))),
    });
  }
  return {
    leave: waitingRequests(groups, ({ created_at }) => created_at),
    corrections: waitingRequests(corrections, ({ asked_at }) => asked_at),
    months,
  };
}

function waitingRequests<Item extends { readonly waits_for: Decider }>(
  { items, total }: Page<Item>,
  madeAt: (item: Item) => Date,
): WaitingRequests {
  const made = items.filter(({ waits_for }) => waits_for === 'asker').map((item) => madeAt(item).getTime());
  return { count: total - (items.length - made.length), since: made.length === 0 ? null : new Date(Math.min(...made)) };
}

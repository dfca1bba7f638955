import { deciderOf } from '../accounts/own-records.ts';
import type { AccountActor } from '../actor.ts';
import type { AttendanceService } from '../attendance/attendance-service.ts';
import { standingClosings } from '../closed-months/closed-months.ts';
import { waitingRequests } from '../correction-requests/correction-request-queries.ts';
import type { CompanyReads } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import { waitingLeave } from '../leave/leave-group-queries.ts';
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

/** Read as the manager, so that the numbers are those of their own people and pages. */
export interface WaitingReads {
  readonly database: CompanyReads;
  readonly attendance: Pick<AttendanceService, 'monthSheet' | 'list'>;
}

const FIRST = { page: 1, per_page: 1 };

/**
 * What waits for a person who decides, in this month and the one before; without their own records if others decide on
 * these (D:A2, A23).
 */
export async function waitingFor(
  { database, attendance }: WaitingReads,
  actor: AccountActor,
  today: CalendarDate,
): Promise<Waiting> {
  const scope = database.scope(actor, longReading('notices.waiting'));
  const { employeeId } = actor;
  const isDecidedByOthers = employeeId !== null && (await deciderOf(scope, actor))(employeeId) === 'others';
  const except = isDecidedByOthers ? employeeId : null;
  const thisMonth = today.slice(0, 7);
  const lastMonth = addDays(firstOfMonth(today), -1).slice(0, 7);
  const closed = await standingClosings(scope, [lastMonth, thisMonth]);
  const ownPending = async (month: string): Promise<number> => {
    if (except === null) return 0;
    const [from, to] = [`${month}-01`, lastOfMonth(`${month}-01`)];
    const own = { employee_id: except, status: 'pending', date_from: from, date_to: to };
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
  return { leave: await waitingLeave(scope, except), corrections: await waitingRequests(scope, except), months };
}

import type { AccountActor } from '../actor.ts';
import type { AttendanceService } from '../attendance/attendance-service.ts';
import { standingClosings } from '../closed-months/closed-months.ts';
import type { CompanyReads } from '../database/database.ts';
import type { LeaveService } from '../leave/leave-service.ts';
import { addDays, type CalendarDate, firstOfMonth } from '../time/calendar-date.ts';

/** What waits for a manager: numbers alone. */
export interface Waiting {
  readonly leave: { readonly count: number; readonly since: Date | null };
  /** Months that are not closed, the older first. */
  readonly months: readonly { readonly month: string; readonly missing: number; readonly pending: number }[];
}

export const isNothing = ({ leave, months }: Waiting): boolean =>
  leave.count === 0 && months.every(({ missing, pending }) => missing + pending === 0);

/** Asked as the manager, so that the numbers are those of their own people and pages. */
export interface WaitingReads {
  readonly database: CompanyReads;
  readonly leave: Pick<LeaveService, 'groups'>;
  readonly attendance: Pick<AttendanceService, 'monthSheet'>;
}

/** More requests than a queue has; the oldest of more is not looked for. */
const MANY = 200;

/** What waits for a person who decides, in this month and the one before. */
export async function waitingFor(
  { database, leave, attendance }: WaitingReads,
  actor: AccountActor,
  today: CalendarDate,
): Promise<Waiting> {
  const groups = await leave.groups(actor, { status: 'pending' }, { page: 1, per_page: MANY });
  const since = groups.items.map(({ created_at }) => created_at.getTime());
  const thisMonth = today.slice(0, 7);
  const lastMonth = addDays(firstOfMonth(today), -1).slice(0, 7);
  const closed = await standingClosings(database.scope(actor), [lastMonth, thisMonth]);
  const months: { month: string; missing: number; pending: number }[] = [];
  for (const month of [lastMonth, thisMonth]) {
    if (closed.some((closing) => closing.month === month && closing.departmentId === null)) continue;
    const { counts } = await attendance.monthSheet(actor, month, {}, { page: 1, per_page: 1 });
    months.push({ month, missing: counts.noCheckOut, pending: counts.pending });
  }
  return {
    leave: { count: groups.total, since: since.length === 0 ? null : new Date(Math.min(...since)) },
    months,
  };
}

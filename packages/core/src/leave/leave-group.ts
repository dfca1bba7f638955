import type { Decider } from '../accounts/own-records.ts';
import { flag } from '../database/sql/columns.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type EmployeeSummary, employeeSummary, toEmployee } from '../employees/employee-queries.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { LeaveRequest } from './leave-queries.ts';
import { type LeaveStatus, leaveRequestTable } from './leave-request.ts';

/** The requests that were submitted together (D:L1), if a filter is given only those that match it. */
export interface LeaveGroup {
  /** The id of its first request, which identifies the group. */
  readonly id: number;
  readonly employee: EmployeeSummary;
  readonly type: string;
  readonly first_date: CalendarDate;
  readonly last_date: CalendarDate;
  /** The number of dates, which need not be consecutive; `by_status` says how many have each status. */
  readonly dates: number;
  readonly by_status: Readonly<Record<LeaveStatus, number>>;
  readonly has_document: boolean;
  readonly created_at: Date;
}

/** A group as the people who decide see it. */
export interface QueuedGroup extends LeaveGroup {
  /** `others` for the caller's own requests, which another manager or admin decides on (D:A2). */
  readonly waits_for: Decider;
}

/** One request with its decision. */
export interface DecidedRequest extends LeaveRequest {
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
}

/** A group in full. */
export interface LeaveGroupDetail extends QueuedGroup {
  /** By date. */
  readonly requests: readonly DecidedRequest[];
  /** Other pending and approved requests of the same person on the same dates, by date; only one can be approved (D:A3). */
  readonly overlapping: readonly LeaveRequest[];
  /** The document's name and type; `openDocument` opens its content. */
  readonly document: { readonly name: string; readonly type: string } | null;
}

/** Makes a group from a raw row of the grouped columns and the employee's. */
export function groupFromRaw(raw: RawRow): LeaveGroup {
  const { columns } = leaveRequestTable;
  return {
    id: columns.id.fromDatabase(raw.group_id),
    employee: employeeSummary(toEmployee(raw)),
    type: String(raw.type),
    first_date: String(raw.first_date),
    last_date: String(raw.last_date),
    dates: Number(raw.dates),
    by_status: { pending: Number(raw.pending), approved: Number(raw.approved), rejected: Number(raw.rejected) },
    has_document: flag.fromDatabase(Number(raw.has_document)),
    created_at: columns.createdAt.fromDatabase(raw.created_at),
  };
}

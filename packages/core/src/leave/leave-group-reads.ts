import { authorize } from '../abilities-and-roles.ts';
import { deciderOf } from '../accounts/own-records.ts';
import { type Actor, withSelf } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { employeeSummary, findEmployee } from '../employees/employee-queries.ts';
import { notFound } from '../errors.ts';
import type { LeaveGroup, LeaveGroupDetail, QueuedGroup } from './leave-group.ts';
import { countLeaveGroups, findLeaveGroup, type LeaveGroupFilter, listLeaveGroups } from './leave-group-queries.ts';
import { findLeaveRequest, listRequestsOnDates, toLeaveRequest } from './leave-queries.ts';
import type { LeaveRequestRow } from './leave-request.ts';
import { applicantOf, assertMayAccess } from './leave-rules.ts';

/** Leave in the groups in which people ask for it and decide on it. */
export interface LeaveGroupReads {
  /**
   * For those who decide: pending groups by their first date, others latest first. A group contains only requests that
   * match the filter. Throws `invalid_input`, `not_permitted`.
   */
  groups(actor: Actor, filter: LeaveGroupFilter, page: PageRequest): Promise<Page<QueuedGroup>>;
  /** How many groups there are. */
  countGroups(actor: Actor, filter: LeaveGroupFilter): Promise<number>;
  /** The actor's own, latest first. Throws `not_permitted` for an actor without a staff row. */
  ownGroups(actor: Actor, page: PageRequest): Promise<Page<LeaveGroup>>;
  /** The whole group of one of its requests. Throws `not_found`. */
  group(actor: Actor, id: number): Promise<LeaveGroupDetail>;
}

export function createLeaveGroupReads(parts: { readonly database: CompanyReads }): LeaveGroupReads {
  const { database } = parts;
  return {
    async groups(actor, filter, page) {
      authorize(actor, 'leave.decide');
      const scope = database.scope(actor, longReading('leave.groups'));
      const { items, total } = await listLeaveGroups(scope, filter, page);
      const waitsFor = await deciderOf(scope, actor);
      return { items: items.map((group) => ({ ...group, waits_for: waitsFor(group.employee.id) })), total };
    },

    async countGroups(actor, filter) {
      authorize(actor, 'leave.decide');
      return countLeaveGroups(database.scope(actor, longReading('leave.countGroups')), filter);
    },

    async ownGroups(actor, page) {
      const employeeId = applicantOf(actor, undefined);
      return listLeaveGroups(
        database.scope(withSelf(actor), longReading('leave.ownGroups')),
        { employee_id: employeeId ?? 0 },
        page,
      );
    },

    async group(actor, id) {
      authorize(actor, 'leave.own');
      const scope = database.scope(withSelf(actor));
      const request = await findLeaveRequest(scope, id);
      assertMayAccess(actor, request);
      const members = await findLeaveGroup(scope, request);
      const employee = await findEmployee(scope, request.employeeId);
      // A request may be cancelled between the statements.
      if (employee === null || members.length === 0) throw notFound('leave request');
      const waitsFor = await deciderOf(scope, actor);
      const dates = members.map(({ date }) => date);
      const onDates = await listRequestsOnDates(scope, employee.id, dates);
      return {
        ...groupOf(members),
        employee: employeeSummary(employee),
        waits_for: waitsFor(employee.id),
        overlapping: onDates.filter(({ id: other }) => members.every((member) => member.id !== other)),
      };
    },
  };
}

/** `members` has at least one request; they are ordered by date. */
function groupOf(
  members: readonly LeaveRequestRow[],
): Omit<LeaveGroupDetail, 'employee' | 'waits_for' | 'overlapping'> {
  const [first] = members as [LeaveRequestRow];
  const last = members.at(-1) ?? first;
  const countOf = (status: LeaveRequestRow['status']) => members.filter((member) => member.status === status).length;
  const withDocument = members.find(({ documentKey }) => documentKey !== null);
  return {
    id: Math.min(...members.map(({ id }) => id)),
    type: first.type,
    first_date: first.date,
    last_date: last.date,
    dates: members.length,
    by_status: { pending: countOf('pending'), approved: countOf('approved'), rejected: countOf('rejected') },
    has_document: withDocument !== undefined,
    created_at: first.createdAt,
    requests: members.map((member) => ({
      ...toLeaveRequest(member),
      decided_by: member.decidedBy,
      decided_at: member.decidedAt,
    })),
    document:
      withDocument === undefined
        ? null
        : { name: withDocument.documentName ?? '', type: withDocument.documentType ?? 'application/octet-stream' },
  };
}

import { authorize } from '../abilities-and-roles.ts';
import { type Decider, deciderOf } from '../accounts/own-records.ts';
import { type Actor, withSelf } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading, longReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import {
  findLeaveRequest,
  type LeaveFilter,
  type LeaveRequest,
  listLeaveRequests,
  toLeaveRequest,
} from './leave-queries.ts';
import { applicantOf, assertMayAccess } from './leave-rules.ts';

/** Reading leave requests; a host that keeps its own may pass its own implementation. */
export interface LeaveReads {
  /** By date and id ascending, without cancelled requests (SPEC 4, GET /leave; D:Q20, L3). */
  list(actor: Actor, filter: LeaveFilter, page: PageRequest): Promise<Page<LeaveRequest>>;
}

/** Leave requests for the people who ask for leave, and for those who decide. */
export interface LeaveViews {
  /** Throws `not_found`. */
  get(actor: Actor, id: number): Promise<LeaveRequest>;
  /** The actor's own requests. Throws `not_permitted` for an actor without a staff row. */
  listOwn(actor: Actor, page: PageRequest): Promise<Page<LeaveRequest>>;
  /**
   * The company's pending requests by date and id ascending, for those who decide. Each says whether it waits for the
   * actor or, if it is the actor's own, for somebody else (D:A2).
   */
  queue(actor: Actor, page: PageRequest): Promise<Page<QueuedLeave>>;
}

/** A pending request as the people who decide see it. */
export interface QueuedLeave extends LeaveRequest {
  /** `others` for the caller's own request, which another manager or admin decides on (D:A2). */
  readonly waits_for: Decider;
}

export function createLeaveReads(parts: { readonly database: CompanyReads }): LeaveReads & LeaveViews {
  const { database } = parts;

  return {
    async list(actor, filter, page) {
      authorize(actor, 'leave.list');
      return listLeaveRequests(database.scope(actor, listReading('leave.list')), filter, page);
    },

    async queue(actor, page) {
      authorize(actor, 'leave.decide');
      const scope = database.scope(actor, longReading('leave.queue'));
      const { items, total } = await listLeaveRequests(scope, { status: 'pending' }, page);
      const waitsFor = await deciderOf(scope, actor);
      return { items: items.map((request) => ({ ...request, waits_for: waitsFor(request.employee_id) })), total };
    },

    async get(actor, id) {
      authorize(actor, 'leave.own');
      const request = await findLeaveRequest(database.scope(withSelf(actor)), id);
      assertMayAccess(actor, request);
      return toLeaveRequest(request);
    },

    async listOwn(actor, page) {
      const employeeId = applicantOf(actor, undefined);
      return listLeaveRequests(
        database.scope(withSelf(actor), listReading('leave.listOwn')),
        { employee_id: employeeId ?? 0 },
        page,
      );
    },
  };
}

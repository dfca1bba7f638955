import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { authorize } from '../permissions.ts';
import { type LeaveFilter, type LeaveRequest, listLeaveRequests } from './leave-queries.ts';

/** Reading leave requests; a host with its own may bring its own implementation. */
export interface LeaveReads {
  /** By date and id ascending (SPEC 4, GET /leave; D:Q20). Cancelled requests are not in it (D:L3). */
  list(actor: Actor, filter: LeaveFilter, page: PageRequest): Promise<Page<LeaveRequest>>;
}

export function createLeaveReads(database: Database): LeaveReads {
  return {
    async list(actor, filter, page) {
      authorize(actor, 'leave.list');
      return listLeaveRequests(database.read(actor), filter, page);
    },
  };
}

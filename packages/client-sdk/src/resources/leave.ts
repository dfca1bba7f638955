import type { CallOptions } from '../options.ts';
import { listPages, type Pages } from '../pages.ts';
import type { Send } from '../send-request.ts';
import type { LeaveFilter, LeaveRequest } from '../types.ts';

/** Leave and absence requests, one for each day. Ability `leave:read` (SPEC 4, GET /leave). */
export interface LeaveResource {
  /**
   * Requests by `date`, then `id`. `type` is the exact label, for example `חופש`.
   * @throws ValidationError naming a filter that the service refuses, and ShaonError as every call does.
   */
  list(filter?: LeaveFilter, options?: CallOptions): Pages<LeaveRequest>;
}

export function leaveResource(send: Send): LeaveResource {
  return { list: (filter, options) => listPages(send, '/leave', filter, options) };
}

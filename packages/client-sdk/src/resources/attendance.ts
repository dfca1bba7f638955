import type { CallOptions } from '../options.ts';
import { listPages, type Pages } from '../pages.ts';
import type { Send } from '../send-request.ts';
import type { Attendance, AttendanceFilter } from '../types.ts';

/** One record for each employee and working day. Ability `attendance:read` (SPEC 4, GET /attendance). */
export interface AttendanceResource {
  /**
   * Records by `date`, then `id`. `location` is there only when the token holds `attendance:location:read` too.
   * @throws ValidationError naming a filter that the service refuses, and ShaonError as every call does.
   */
  list(filter?: AttendanceFilter, options?: CallOptions): Pages<Attendance>;
}

export function attendanceResource(send: Send): AttendanceResource {
  return { list: (filter, options) => listPages(send, '/attendance', filter, options) };
}

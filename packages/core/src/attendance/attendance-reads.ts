import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { listReading } from '../database/reading.ts';
import { authorize } from '../permissions.ts';
import { type AttendanceFilter, listAttendance } from './attendance-queries.ts';
import type { AttendanceRecord } from './attendance-record.ts';

/** Reading attendance; a host with its own records may bring its own implementation. */
export interface AttendanceReads {
  /**
   * Records by date and id (SPEC 4, GET /attendance; D:Q20). A token sees locations only when asked for and when it
   * holds `attendance:location:read` (SPEC 2).
   */
  list(
    actor: Actor,
    filter: AttendanceFilter,
    page: PageRequest,
    options?: { readonly withLocation?: boolean },
  ): Promise<Page<AttendanceRecord>>;
}

export function createAttendanceReads(database: CompanyReads): AttendanceReads {
  return {
    async list(actor, filter, page, options = {}) {
      authorize(actor, 'attendance.list');
      const maySeeLocation = actor.kind !== 'token' || actor.abilities.has('attendance:location:read');
      const withLocation = (options.withLocation ?? false) && maySeeLocation;
      return listAttendance(database.read(actor, listReading('attendance.list')), filter, page, withLocation);
    },
  };
}

import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { refuseUnknownOptions } from '../option-rules.ts';
import { type AttendanceFilter, listAttendance } from './attendance-list.ts';
import type { AttendanceRecord } from './attendance-record.ts';

/** Reading attendance; a host that keeps its own records may pass its own implementation. */
export interface AttendanceReads {
  /**
   * Records by date and id (SPEC 4, GET /attendance; D:Q20). A token gets locations only if it asks for them and has
   * `attendance:location:read` (SPEC 2).
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
      refuseUnknownOptions('attendance.list', options, { withLocation: true });
      const scope = database.scope(actor, listReading('attendance.list'));
      return listAttendance(scope, filter, page, showsLocation(actor, options));
    },
  };
}

function showsLocation(actor: Actor, { withLocation = false }: { readonly withLocation?: boolean }): boolean {
  return withLocation && (actor.kind !== 'token' || actor.abilities.has('attendance:location:read'));
}

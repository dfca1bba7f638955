import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { listReading } from '../database/readings/reading.ts';
import { type AttendanceFilter, listAttendance, listAttendanceAsJson } from './attendance-queries.ts';
import type { AttendanceRecord } from './attendance-record.ts';
import type { JsonDays } from './json-days.ts';

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

type ListAsJson = (
  actor: Actor,
  filter: AttendanceFilter,
  page: PageRequest,
  options: { readonly withLocation?: boolean; readonly zone: string },
) => Promise<JsonDays | null>;

const jsonLists = new WeakMap<AttendanceReads['list'], ListAsJson>();

/**
 * The quick way to the page that `list` returns: as JSON, with instants in a zone. Null if `list` is a host's own or
 * there is no quick way; the function itself returns null if only `list` can answer.
 */
export function listAsJsonOf({ list }: AttendanceReads): ListAsJson | null {
  return jsonLists.get(list) ?? null;
}

export function createAttendanceReads(database: CompanyReads): AttendanceReads {
  const scopeOf = (actor: Actor) => {
    authorize(actor, 'attendance.list');
    return database.read(actor, listReading('attendance.list'));
  };
  const reads: AttendanceReads = {
    async list(actor, filter, page, options = {}) {
      return listAttendance(scopeOf(actor), filter, page, showsLocation(actor, options));
    },
  };
  const listAsJson: ListAsJson = async (actor, filter, asked, options) => {
    const withLocation = showsLocation(actor, options);
    return listAttendanceAsJson(scopeOf(actor), filter, asked, { withLocation, zone: options.zone });
  };
  jsonLists.set(reads.list, listAsJson);
  return reads;
}

function showsLocation(actor: Actor, { withLocation = false }: { readonly withLocation?: boolean }): boolean {
  return withLocation && (actor.kind !== 'token' || actor.abilities.has('attendance:location:read'));
}

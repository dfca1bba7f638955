import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { Database } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { localDate, startOfLocalDate } from '../time/zone.ts';
import {
  type ClockReport,
  type ClockReportFilter,
  listClockReports,
  listClocks,
  type WallClock,
} from './clock-reads.ts';
import { LISTED_MS } from './clock-rules.ts';
import { type ClockWrites, createClockWrites } from './clock-writes.ts';
import type { ClockParts } from './employee-readings.ts';

/** Clocks on the wall: recording what they report, and looking at it. For the product and admins (D:A104, A126). */
export interface ClockService extends ClockWrites {
  /** What clocks reported and what became of it, newest first; rows without device, number and time are not kept. */
  clockReports(actor: Actor, filter: ClockReportFilter, page: PageRequest): Promise<Page<ClockReport>>;
  /** The clocks that have reported in the last 31 days, by name, with what they recorded today (D:A125). */
  clocks(actor: Actor): Promise<readonly WallClock[]>;
}

export function createClockService(parts: ClockParts & { readonly database: Database }): ClockService {
  const { database, clock } = parts;
  return {
    ...createClockWrites(parts),
    async clockReports(actor, filter, page) {
      authorize(actor, 'clocks.manage');
      return listClockReports(database.scope(actor, longReading('attendance.clockReports')), filter, page);
    },
    async clocks(actor) {
      authorize(actor, 'clocks.manage');
      const now = clock.now();
      const { zone } = await readCompany(database.scope(actor));
      const countedSince = startOfLocalDate(localDate(now, zone), zone);
      const since = new Date(now.getTime() - LISTED_MS);
      return listClocks(database.scope(actor, longReading('attendance.clocks')), { since, countedSince, now });
    },
  };
}

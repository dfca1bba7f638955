import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { type ClockReport, type ClockReportFilter, listClockReports } from './clock-queries.ts';
import { type ClockWrites, createClockWrites } from './clock-writes.ts';
import type { ClockParts } from './employee-readings.ts';

/** Clocks on the wall: recording what they report, and looking at it. For the product and admins. */
export interface ClockService extends ClockWrites {
  /** What clocks reported and what became of it, newest first; rows without device, number and time are not kept. */
  clockReports(actor: Actor, filter: ClockReportFilter, page: PageRequest): Promise<Page<ClockReport>>;
}

export function createClockService(parts: ClockParts & { readonly database: Database }): ClockService {
  return {
    ...createClockWrites(parts),
    async clockReports(actor, filter, page) {
      authorize(actor, 'clocks.manage');
      return listClockReports(parts.database.scope(actor, listReading('attendance.clockReports')), filter, page);
    },
  };
}

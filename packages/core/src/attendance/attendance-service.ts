import type { Database } from '../database/database.ts';
import { type AttendanceReads, createAttendanceReads } from './attendance-reads.ts';
import { type AttendanceRecount, createAttendanceRecount } from './attendance-recount.ts';
import { type AttendanceViews, createAttendanceViews } from './attendance-views.ts';
import type { DayParts } from './day-parts.ts';
import { createDayService, type DayService } from './day-service.ts';
import { createPunchService, type PunchParts, type PunchService } from './punch-service.ts';

/** Attendance of a company: its list, its punches, its days as they are shown, and what managers do to them. */
export interface AttendanceService
  extends AttendanceReads,
    AttendanceViews,
    PunchService,
    DayService,
    AttendanceRecount {}

export function createAttendanceService(
  parts: PunchParts & DayParts & { readonly database: Database },
): AttendanceService {
  return {
    ...createAttendanceReads(parts.database),
    ...createAttendanceViews(parts),
    ...createPunchService(parts),
    ...createDayService(parts),
    ...createAttendanceRecount(parts),
  };
}

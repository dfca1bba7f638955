import type { Database } from '../database/database.ts';
import { type AttendanceReads, createAttendanceReads } from './attendance-reads.ts';
import { type AttendanceViews, createAttendanceViews } from './attendance-views.ts';
import { createDecideDays } from './day-decisions.ts';
import type { DayParts } from './day-parts.ts';
import { createDayService, type DayService } from './day-service.ts';
import { createMonthApproval, type MonthApproval } from './month-approval.ts';
import { createPresenceReads, type PresenceReads } from './presence.ts';
import { createPunchService, type PunchParts, type PunchService } from './punch-service.ts';
import { type AttendanceSheets, createAttendanceSheets } from './sheet-reads.ts';

/** A company's attendance: its list, its punches, its days for display, and the acts of managers on them. */
export interface AttendanceService
  extends AttendanceReads,
    AttendanceViews,
    PunchService,
    DayService,
    AttendanceSheets,
    MonthApproval,
    PresenceReads {}

export function createAttendanceService(
  parts: PunchParts & DayParts & { readonly database: Database },
): AttendanceService {
  return {
    ...createAttendanceReads(parts.database),
    ...createAttendanceViews(parts),
    ...createPunchService(parts),
    ...createDayService(parts),
    ...createAttendanceSheets(parts),
    ...createMonthApproval({ database: parts.database, decideDays: createDecideDays(parts) }),
    ...createPresenceReads(parts),
  };
}

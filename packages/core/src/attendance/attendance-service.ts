import type { Database } from '../database/database.ts';
import { type AbsenceRecording, createAbsenceRecording } from './absence-day.ts';
import { type AttendanceReads, createAttendanceReads } from './attendance-reads.ts';
import type { DayParts } from './attendance-status.ts';
import { type AttendanceViews, createAttendanceViews } from './attendance-views.ts';
import { createDayCorrections, type DayCorrections } from './day-corrections.ts';
import { createDayDecisions, createDecideDays, type DayDecisions } from './day-decisions.ts';
import { createMonthApproval, type MonthApproval } from './month-approval.ts';
import { createPresenceReads, type PresenceReads } from './presence.ts';
import { createPunchService, type PunchParts, type PunchService } from './punch-service.ts';
import { type AttendanceSheets, createAttendanceSheets } from './sheet-reads.ts';

/**
 * A company's attendance: its list, its punches, its days for display, and what managers and the product do to days. All
 * of the latter is audited and fires no event (D:V12, T16); nothing is deleted, and a record keeps its id (D:T12). Throws
 * `not_found` for an unknown, foreign or voided day.
 */
export interface AttendanceService
  extends AttendanceReads,
    AttendanceViews,
    PunchService,
    DayDecisions,
    DayCorrections,
    AbsenceRecording,
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
    ...createDayDecisions(parts),
    ...createDayCorrections(parts),
    ...createAbsenceRecording(parts),
    ...createAttendanceSheets(parts),
    ...createMonthApproval({ database: parts.database, decideDays: createDecideDays(parts) }),
    ...createPresenceReads(parts),
  };
}

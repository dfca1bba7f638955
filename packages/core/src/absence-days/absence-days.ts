import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { type AbsenceCalendars, createAbsenceCalendars } from './absence-calendar.ts';
import { type AbsenceDayRecording, createAbsenceDayRecording } from './absence-recording.ts';

/** Connects leave and attendance, which do not know each other. */
export interface AbsenceDays extends AbsenceDayRecording, AbsenceCalendars {}

export function createAbsenceDays(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): AbsenceDays {
  return { ...createAbsenceDayRecording(parts), ...createAbsenceCalendars(parts) };
}

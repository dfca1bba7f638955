import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { type AbsenceCalendars, createAbsenceCalendars } from './absence-calendar.ts';
import { type AbsenceDayRecording, createAbsenceDayRecording } from './absence-recording.ts';

/** What joins leave and attendance, which know nothing of each other. */
export interface AbsenceDays extends AbsenceDayRecording, AbsenceCalendars {}

export function createAbsenceDays(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): AbsenceDays {
  return { ...createAbsenceDayRecording(parts), ...createAbsenceCalendars(parts) };
}

import type { ServiceParts } from '../service-parts.ts';
import { type AbsenceCalendars, createAbsenceCalendars } from './absence-calendar.ts';
import { type AbsenceDayRecording, createAbsenceDayRecording } from './absence-recording.ts';

/** Connects leave and attendance, which do not know each other. */
export interface AbsenceDays extends AbsenceDayRecording, AbsenceCalendars {}

export function createAbsenceDays(parts: ServiceParts): AbsenceDays {
  return { ...createAbsenceDayRecording(parts), ...createAbsenceCalendars(parts) };
}

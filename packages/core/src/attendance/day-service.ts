import { type AbsenceRecording, createAbsenceRecording } from './absence-day.ts';
import { createDayCorrections, type DayCorrections } from './day-corrections.ts';
import { createDayDecisions, type DayDecisions } from './day-decisions.ts';
import type { DayParts } from './day-parts.ts';

/**
 * What managers and the product can do to days. All of it is audited and fires no event (D:V12, T16). Nothing is
 * deleted, and a record keeps its id (D:T12). Throws `not_found` for an unknown, foreign or voided day.
 */
export interface DayService extends DayDecisions, DayCorrections, AbsenceRecording {}

export function createDayService(parts: DayParts): DayService {
  return { ...createDayDecisions(parts), ...createDayCorrections(parts), ...createAbsenceRecording(parts) };
}

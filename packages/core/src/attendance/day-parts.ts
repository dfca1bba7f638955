import type { WriteParts } from '../service-parts.ts';

/** The dependencies of the code that changes days. */
export interface DayParts extends WriteParts {
  readonly attendanceStatuses: readonly string[];
}

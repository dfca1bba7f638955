import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';

/** The dependencies of the code that changes days. */
export interface DayParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly attendanceStatuses: readonly string[];
}

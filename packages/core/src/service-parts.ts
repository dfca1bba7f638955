import type { AuditLog } from './audit/audit-log.ts';
import type { CompanyReads, CompanyWrites } from './database/database.ts';
import type { Clock } from './time/clock.ts';

/** The dependencies of a service that only reads. */
export interface ReadParts {
  readonly database: CompanyReads;
  readonly clock: Clock;
}

/** The dependencies of a service that only writes. */
export interface WriteParts {
  readonly database: CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** The dependencies of a service that reads and writes. */
export interface ServiceParts extends WriteParts {
  readonly database: CompanyReads & CompanyWrites;
}

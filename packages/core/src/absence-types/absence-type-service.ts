import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { type AbsenceTypeReads, createAbsenceTypeReads } from './absence-type-reads.ts';
import { type AbsenceTypeWrites, createAbsenceTypeWrites } from './absence-type-writes.ts';
import type { LabelHistory } from './label-history.ts';

/** A company's absence types. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface AbsenceTypeService extends AbsenceTypeReads, AbsenceTypeWrites {}

export function createAbsenceTypeService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** The records with labels, in the order in which their rows are locked: leave requests, then attendance days. */
  readonly histories: readonly LabelHistory[];
}): AbsenceTypeService {
  return { ...createAbsenceTypeReads(parts), ...createAbsenceTypeWrites(parts) };
}

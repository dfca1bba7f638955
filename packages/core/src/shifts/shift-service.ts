import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { createShiftReads, type ShiftReads } from './shift-reads.ts';
import { createShiftWrites, type ShiftWrites } from './shift-writes.ts';

/** A company's wage presets. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface ShiftService extends ShiftReads, ShiftWrites {}

export function createShiftService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): ShiftService {
  return { ...createShiftReads(parts), ...createShiftWrites(parts) };
}

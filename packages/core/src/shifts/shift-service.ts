import type { ServiceParts } from '../service-parts.ts';
import { createShiftReads, type ShiftReads } from './shift-reads.ts';
import { createShiftWrites, type ShiftWrites } from './shift-writes.ts';

/** A company's wage presets. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface ShiftService extends ShiftReads, ShiftWrites {}

export function createShiftService(parts: ServiceParts): ShiftService {
  return { ...createShiftReads(parts), ...createShiftWrites(parts) };
}

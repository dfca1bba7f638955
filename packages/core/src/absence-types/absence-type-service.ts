import type { ServiceParts } from '../service-parts.ts';
import { type AbsenceTypeReads, createAbsenceTypeReads } from './absence-type-reads.ts';
import { type AbsenceTypeWriteParts, type AbsenceTypeWrites, createAbsenceTypeWrites } from './absence-type-writes.ts';

/** A company's absence types. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface AbsenceTypeService extends AbsenceTypeReads, AbsenceTypeWrites {}

export function createAbsenceTypeService(parts: ServiceParts & AbsenceTypeWriteParts): AbsenceTypeService {
  return { ...createAbsenceTypeReads(parts), ...createAbsenceTypeWrites(parts) };
}

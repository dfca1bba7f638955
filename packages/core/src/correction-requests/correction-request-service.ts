import type { AttendanceService } from '../attendance/attendance-service.ts';
import type { Tell } from '../notices/tell.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type CorrectionRequestReads, createCorrectionRequestReads } from './correction-request-reads.ts';
import { type CorrectionRequestWrites, createCorrectionRequestWrites } from './correction-request-writes.ts';

/**
 * Asking for corrections of days (D:A105 to A108): people propose, managers decide, and what is applied is an ordinary
 * correction. All of it is audited and fires no event.
 */
export interface CorrectionRequestService extends CorrectionRequestReads, CorrectionRequestWrites {}

export function createCorrectionRequestService(
  parts: ServiceParts & { readonly attendance: AttendanceService; readonly tell: Tell },
): CorrectionRequestService {
  return { ...createCorrectionRequestReads(parts), ...createCorrectionRequestWrites(parts) };
}

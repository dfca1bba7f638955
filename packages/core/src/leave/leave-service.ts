import type { Database } from '../database/database.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { Tell } from '../notices/tell.ts';
import { createLeaveDocuments, type LeaveDocumentParts, type LeaveDocuments } from './leave-documents.ts';
import { createLeaveGroupReads, type LeaveGroupReads } from './leave-group-reads.ts';
import { createLeaveGroupWrites, type LeaveGroupWrites } from './leave-group-writes.ts';
import { createLeaveReads, type LeaveReads, type LeaveViews } from './leave-reads.ts';
import { createLeaveWrites, type LeaveWrites } from './leave-writes.ts';

/**
 * A company's leave requests. Employees see and change their own, managers and the product all of them; unknown,
 * foreign, cancelled and others' requests are all `not_found` (SPEC 7). No token writes (SPEC 3).
 */
export interface LeaveService
  extends LeaveReads,
    LeaveViews,
    LeaveWrites,
    LeaveGroupReads,
    LeaveGroupWrites,
    LeaveDocuments {}

export function createLeaveService(
  parts: LeaveDocumentParts & { readonly database: Database; readonly events: EventBus; readonly tell: Tell },
): LeaveService {
  const untold = createLeaveWrites({ ...parts, tell: async () => {} });
  return {
    ...createLeaveReads(parts),
    ...createLeaveWrites(parts),
    ...createLeaveGroupReads(parts),
    ...createLeaveGroupWrites({ ...parts, writes: untold }),
    ...createLeaveDocuments(parts),
  };
}

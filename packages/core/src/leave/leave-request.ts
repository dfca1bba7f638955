import { calendarDateColumn, generatedBigId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const LEAVE_STATUSES = ['pending', 'approved', 'rejected'] as const;
/** The status of a request; the API never changes it (SPEC 3). */
export type LeaveStatus = (typeof LEAVE_STATUSES)[number];

export const leaveRequestTable = defineTable({
  name: 'shaon_leave_request',
  columns: {
    id: generatedBigId,
    companyId: integer,
    employeeId: integer,
    date: calendarDateColumn,
    /** The current label of an absence type: renaming the type changes it here too (D:A11). */
    type: text,
    status: word<LeaveStatus>(),
    managerNote: text.nullable,
    documentKey: text.nullable,
    documentName: text.nullable,
    documentType: text.nullable,
    groupKey: text.nullable,
    decidedBy: text.nullable,
    decidedAt: instant.nullable,
    /** A cancelled request leaves the list (D:L3). */
    cancelledAt: instant.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  indices: [
    // All that the list is filtered and sorted by, so that counting reads no rows.
    { purpose: 'list', columns: ['companyId', 'date', 'id', 'status', 'type'], where: '"cancelled_at" IS NULL' },
    { purpose: 'status', columns: ['companyId', 'status', 'date', 'id', 'type'], where: '"cancelled_at" IS NULL' },
    { columns: ['companyId', 'employeeId', 'date'] },
  ],
  refersToCompany: true,
  references: { employeeId: 'shaon_employee' },
  checks: { status: `"status" IN ('pending', 'approved', 'rejected')` },
});

/** One requested date; a leave of several days has one row per date, joined by `groupKey` (D:L1). */
export type LeaveRequestRow = RowOf<typeof leaveRequestTable>;

export type DocumentColumns = Pick<LeaveRequestRow, 'documentKey' | 'documentName' | 'documentType'>;
export const NO_DOCUMENT: DocumentColumns = { documentKey: null, documentName: null, documentType: null };

/** Which requests were submitted together with one; a request without a key was submitted alone. */
export function groupOfRequest({ id, employeeId, groupKey }: LeaveRequestRow) {
  return groupKey === null ? { id } : { employeeId, groupKey };
}

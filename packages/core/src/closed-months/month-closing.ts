import { generatedBigId, generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

/** The closings of months, also those that were reopened (D:A98). */
export const monthClosingTable = defineTable({
  name: 'shaon_month_closing',
  columns: {
    id: generatedId,
    companyId: integer,
    /** `YYYY-MM` */
    month: text,
    /** Null for the whole company. No reference, because a department may be removed later. */
    departmentId: integer.nullable,
    /** Why it was closed while something was left to do. */
    reason: text.nullable,
    closedBy: text,
    closedAt: instant,
    reopenedBy: text.nullable,
    reopenedAt: instant.nullable,
    reopenReason: text.nullable,
  },
  uniques: [['companyId', 'id']],
  indices: [{ columns: ['companyId', 'month'] }],
  refersToCompany: true,
});

export type MonthClosingRow = RowOf<typeof monthClosingTable>;

/** The people whose month a closing closed, with their hours as they were then. */
export const closedPersonTable = defineTable({
  name: 'shaon_closed_person',
  columns: {
    id: generatedBigId,
    companyId: integer,
    closingId: integer,
    employeeId: integer,
    /** JSON of their month's hours; null for somebody who had none. */
    hours: text.nullable,
  },
  uniques: [['companyId', 'closingId', 'employeeId']],
  references: { closingId: 'shaon_month_closing', employeeId: 'shaon_employee' },
});

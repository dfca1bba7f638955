import { bigInteger, textKey } from '../database/columns.ts';
import { defineTable } from '../database/table.ts';

/** How far the audit is summed up: the sums with the mark's name include all rows up to an id. */
export const auditMarkTable = defineTable({
  name: 'shaon_audit_mark',
  columns: {
    name: textKey,
    auditId: bigInteger,
  },
});

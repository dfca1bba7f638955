import { bigInteger, textKey } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
  name: textKey,
  auditId: bigInteger,
};

/** How far the audit is summed up: the sums with the mark's name include all rows up to an id. */
type AuditMarkRow = RowOf<typeof columns>;

export const auditMarkTable = defineTable<AuditMarkRow>({
  name: 'shaon_audit_mark',
  columns,
});

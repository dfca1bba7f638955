import { bigInteger, textKey } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** How far the audit is summed up: all rows up to an id are in the sums that the mark is named after. */
export interface AuditMarkRow {
  name: string;
  auditId: number;
}

export const auditMarkTable: Table<AuditMarkRow> = defineTable<AuditMarkRow>({
  name: 'shaon_audit_mark',
  entity: 'ShaonAuditMark',
  columns: { name: textKey, auditId: bigInteger },
});

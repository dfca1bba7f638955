import { bigInteger, textKey } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** How far the audit is summed up: the sums with the mark's name include all rows up to an id. */
export interface AuditMarkRow {
  name: string;
  auditId: number;
}

export const auditMarkTable: Table<AuditMarkRow> = defineTable<AuditMarkRow>({
  name: 'shaon_audit_mark',
  entity: 'ShaonAuditMark',
  columns: { name: textKey, auditId: bigInteger },
});

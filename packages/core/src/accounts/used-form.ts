import { generatedBigId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A form of a page that was sent and cannot be sent again. */
export interface UsedFormRow {
  id: number;
  companyId: number;
  digest: string;
  usedAt: Date;
}

export const usedFormTable: Table<UsedFormRow> = defineTable<UsedFormRow>({
  name: 'shaon_used_form',
  entity: 'ShaonUsedForm',
  columns: { id: generatedBigId, companyId: integer, digest: text, usedAt: instant },
  uniques: [['companyId', 'digest']],
  indices: [{ columns: ['usedAt'] }],
  owner: { companyId: 'ShaonCompany' },
});

import { generatedBigId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

const columns = {
  id: generatedBigId,
  companyId: integer,
  digest: text,
  usedAt: instant,
};

/** A form of a page that was sent, so that it cannot be sent a second time. */
export type UsedFormRow = RowOf<typeof columns>;

export const usedFormTable: Table<UsedFormRow> = defineTable<UsedFormRow>({
  name: 'shaon_used_form',
  entity: 'ShaonUsedForm',
  columns,
  uniques: [['companyId', 'digest']],
  indices: [{ columns: ['usedAt'] }],
  owner: { companyId: 'ShaonCompany' },
});

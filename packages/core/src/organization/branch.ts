import { generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  name: text,
  address: text.nullable,
  createdAt: instant,
  updatedAt: instant,
};

export type BranchRow = RowOf<typeof columns>;

export const branchTable = defineTable<BranchRow>({
  name: 'shaon_branch',
  columns,
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});

import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const branchTable = defineTable({
  name: 'shaon_branch',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    address: text.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});

export type BranchRow = RowOf<typeof branchTable>;

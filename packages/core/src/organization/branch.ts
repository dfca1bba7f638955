import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

export interface BranchRow {
  id: number;
  companyId: number;
  name: string;
  address: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const branchTable: Table<BranchRow> = defineTable<BranchRow>({
  name: 'shaon_branch',
  entity: 'ShaonBranch',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    address: text.nullable,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  owner: { companyId: 'ShaonCompany' },
});

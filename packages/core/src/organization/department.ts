import { generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  name: text,
  createdAt: instant,
  updatedAt: instant,
};

export type DepartmentRow = RowOf<typeof columns>;

export const departmentTable = defineTable<DepartmentRow>({
  name: 'shaon_department',
  columns,
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});

import { generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  name: text,
  createdAt: instant,
  updatedAt: instant,
};

export type DepartmentRow = RowOf<typeof columns>;

export const departmentTable: Table<DepartmentRow> = defineTable<DepartmentRow>({
  name: 'shaon_department',
  entity: 'ShaonDepartment',
  columns,
  uniques: [['companyId', 'id']],
  owner: { companyId: 'ShaonCompany' },
});

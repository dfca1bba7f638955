import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

export interface DepartmentRow {
  id: number;
  companyId: number;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export const departmentTable: Table<DepartmentRow> = defineTable<DepartmentRow>({
  name: 'shaon_department',
  entity: 'ShaonDepartment',
  columns: { id: generatedId, companyId: integer, name: text, createdAt: instant, updatedAt: instant },
  uniques: [['companyId', 'id']],
  owner: { companyId: 'ShaonCompany' },
});

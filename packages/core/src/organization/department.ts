import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const departmentTable = defineTable({
  name: 'shaon_department',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
});

export type DepartmentRow = RowOf<typeof departmentTable>;

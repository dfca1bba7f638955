import { insertRows, type NumberedRow, updateRows } from '../database/bulk-rows.ts';
import type { Table } from '../database/table.ts';
import type { InputErrors } from '../input/issue.ts';
import { type Input, judge } from '../input/validate.ts';
import { type BranchRow, branchTable } from '../organization/branch.ts';
import { type DepartmentRow, departmentTable } from '../organization/department.ts';
import { newBranchInput, newDepartmentInput } from '../organization/organization-input.ts';
import { type ShiftRow, shiftTable } from '../shifts/shift.ts';
import { newShiftInput } from '../shifts/shift-input.ts';
import type { KindImporter } from './import-run.ts';

type SimpleRow = { id: number; companyId: number; createdAt: Date; updatedAt: Date };

/** A kind whose rows refer to nothing: judged by the input of its own service, written as they are. */
function simpleImporter<Row extends SimpleRow, Value, Property extends keyof Row & string>(
  table: Table<Row>,
  input: Input<Value>,
  properties: readonly Property[],
  columns: (value: Value) => Pick<Row, Property>,
): KindImporter<Pick<Row, Property>> {
  return {
    table,
    async judge(_run, candidates) {
      return candidates.map(({ row }) => {
        const { errors, value } = judge(input, row.values);
        const isFine = Object.keys(errors satisfies InputErrors).length === 0;
        return isFine ? { fields: columns(value as Value) } : { errors };
      });
    },
    async create({ company, now }, rows) {
      const numbered = rows.map(({ id, fields }) => ({ ...fields, id, createdAt: now, updatedAt: now }));
      // A row is its fields and what each of these tables has: of a table that is not known yet the compiler cannot tell.
      await insertRows(company, table, numbered as unknown as NumberedRow<Row>[]);
    },
    async update({ company, now }, rows) {
      const numbered = rows.map(({ id, fields }) => ({ ...fields, id, updatedAt: now }));
      await updateRows(company, table, [...properties, 'updatedAt'], numbered as never);
    },
  };
}

export const departmentImporter: KindImporter<Pick<DepartmentRow, 'name'>> = simpleImporter(
  departmentTable,
  newDepartmentInput,
  ['name'],
  ({ name }) => ({ name }),
);

export const branchImporter: KindImporter<Pick<BranchRow, 'name' | 'address'>> = simpleImporter(
  branchTable,
  newBranchInput,
  ['name', 'address'],
  ({ name, address }) => ({ name, address: address ?? null }),
);

export const shiftImporter: KindImporter<Pick<ShiftRow, 'name' | 'startTime' | 'endTime' | 'wagePercentage'>> =
  simpleImporter(
    shiftTable,
    newShiftInput,
    ['name', 'startTime', 'endTime', 'wagePercentage'],
    ({ name, start_time, end_time, wage_percentage }) => ({
      name,
      startTime: start_time ?? null,
      endTime: end_time ?? null,
      wagePercentage: wage_percentage,
    }),
  );

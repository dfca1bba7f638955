import { insertRows, updateRows } from '../database/bulk-rows.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { AnyTable } from '../database/table.ts';
import type { InputErrors } from '../input/issue.ts';
import { type Input, judge } from '../input/validate.ts';
import { type BranchRow, branchTable } from '../organization/branch.ts';
import { type DepartmentRow, departmentTable } from '../organization/department.ts';
import { newBranchInput, newDepartmentInput } from '../organization/organization-input.ts';
import { type ShiftRow, shiftTable } from '../shifts/shift.ts';
import { newShiftInput } from '../shifts/shift-input.ts';
import type { KindImporter } from './import-run.ts';

type Changed<Fields> = Fields & { readonly id: number; readonly updatedAt: Date };
type Made<Fields> = Changed<Fields> & { readonly createdAt: Date };

/** A kind whose rows refer to nothing: judged by the input of its own service, written as they are. */
interface SimpleKind<Value, Fields> {
  readonly table: AnyTable;
  readonly input: Input<Value>;
  columns(value: Value): Fields;
  insert(company: CompanyTransaction, rows: readonly Made<Fields>[]): Promise<void>;
  update(company: CompanyTransaction, rows: readonly Changed<Fields>[]): Promise<void>;
}

function simpleImporter<Value, Fields extends object>(kind: SimpleKind<Value, Fields>): KindImporter<Fields> {
  return {
    table: kind.table,
    async judge(_run, candidates) {
      return candidates.map(({ row }) => {
        const { errors, value } = judge(kind.input, row.values);
        const isFine = Object.keys(errors satisfies InputErrors).length === 0;
        return isFine ? { fields: kind.columns(value as Value) } : { errors };
      });
    },
    async create({ company, now }, rows) {
      await kind.insert(
        company,
        rows.map(({ id, fields }) => ({ ...fields, id, createdAt: now, updatedAt: now })),
      );
    },
    async update({ company, now }, rows) {
      await kind.update(
        company,
        rows.map(({ id, fields }) => ({ ...fields, id, updatedAt: now })),
      );
    },
  };
}

export const departmentImporter: KindImporter<Pick<DepartmentRow, 'name'>> = simpleImporter({
  table: departmentTable,
  input: newDepartmentInput,
  columns: ({ name }) => ({ name }),
  insert: (company, rows) => insertRows(company, departmentTable, rows),
  update: (company, rows) => updateRows(company, departmentTable, ['name', 'updatedAt'], rows),
});

export const branchImporter: KindImporter<Pick<BranchRow, 'name' | 'address'>> = simpleImporter({
  table: branchTable,
  input: newBranchInput,
  columns: ({ name, address }) => ({ name, address: address ?? null }),
  insert: (company, rows) => insertRows(company, branchTable, rows),
  update: (company, rows) => updateRows(company, branchTable, ['name', 'address', 'updatedAt'], rows),
});

export const shiftImporter: KindImporter<Pick<ShiftRow, 'name' | 'startTime' | 'endTime' | 'wagePercentage'>> =
  simpleImporter({
    table: shiftTable,
    input: newShiftInput,
    columns: ({ name, start_time, end_time, wage_percentage }) => ({
      name,
      startTime: start_time ?? null,
      endTime: end_time ?? null,
      wagePercentage: wage_percentage,
    }),
    insert: (company, rows) => insertRows(company, shiftTable, rows),
    update: (company, rows) =>
      updateRows(company, shiftTable, ['name', 'startTime', 'endTime', 'wagePercentage', 'updatedAt'], rows),
  });

import { insertRows, updateRows } from '../database/bulk-rows.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { AnyTable } from '../database/table.ts';
import type { InputErrors } from '../input/issue.ts';
import { type Input, safeValidate } from '../input/validate.ts';
import { type BranchRow, branchTable } from '../organization/branch.ts';
import { type DepartmentRow, departmentTable } from '../organization/department.ts';
import { newBranchInput, newDepartmentInput } from '../organization/organization-input.ts';
import { type ShiftRow, shiftTable } from '../shifts/shift.ts';
import { newShiftInput } from '../shifts/shift-input.ts';
import { exportedTimesInput } from './exported-input.ts';
import { type Accepted, type ImportRun, type KindImporter, verdict } from './import-run.ts';

interface Times {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
/** A row with the times from an export. */
type Timed<Fields> = Fields & Partial<Times>;
type Numbered<Fields> = Fields & Times & { readonly id: number };

/** A kind whose rows have no references: validated by its service's input, written unchanged. */
interface SimpleKind<Value, Fields> {
  readonly table: AnyTable;
  readonly input: Input<Value>;
  /** The columns besides the times. */
  readonly properties: readonly (keyof Fields & string)[];
  columns(value: Value): Fields;
  insert(company: CompanyTransaction, rows: readonly Numbered<Fields>[]): Promise<void>;
  update(
    company: CompanyTransaction,
    properties: readonly (keyof (Fields & Times) & string)[],
    rows: readonly Numbered<Fields>[],
  ): Promise<void>;
}

function simpleImporter<Value, Fields extends object>(kind: SimpleKind<Value, Fields>): KindImporter<Timed<Fields>> {
  return {
    table: kind.table,
    async check(run, candidates) {
      return candidates.map(({ row }) => {
        const { errors, value } = safeValidate(kind.input, row.values);
        const times = run.isExport ? safeValidate(exportedTimesInput, row.values) : null;
        return verdict<Timed<Fields>>({ ...(errors satisfies InputErrors), ...times?.errors }, () => ({
          ...kind.columns(value as Value),
          ...(times?.value.created_at != null && { createdAt: times.value.created_at }),
          ...(times?.value.updated_at != null && { updatedAt: times.value.updated_at }),
        }));
      });
    },
    create: (run, rows) =>
      kind.insert(
        run.company,
        rows.map((row) => numbered(run, row)),
      ),
    async update(run, rows) {
      const stamped = rows.map((row) => numbered(run, row));
      // The time of creation stays, unless an export gives it.
      const [made, others] = split(stamped, (_, index) => rows[index]?.fields.createdAt !== undefined);
      await kind.update(run.company, [...kind.properties, 'updatedAt'], others);
      await kind.update(run.company, [...kind.properties, 'updatedAt', 'createdAt'], made);
    },
  };
}

function numbered<Fields>({ now }: ImportRun, { id, fields }: Accepted<Timed<Fields>>): Numbered<Fields> {
  return { createdAt: now, updatedAt: now, ...fields, id } as Numbered<Fields>;
}

function split<One>(all: readonly One[], isFirst: (one: One, index: number) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one, index) => !isFirst(one, index))];
}

export const departmentImporter: KindImporter<Timed<Pick<DepartmentRow, 'name'>>> = simpleImporter({
  table: departmentTable,
  input: newDepartmentInput,
  properties: ['name'],
  columns: ({ name }) => ({ name }),
  insert: (company, rows) => insertRows(company, departmentTable, rows),
  update: (company, properties, rows) => updateRows(company, departmentTable, properties, rows),
});

export const branchImporter: KindImporter<Timed<Pick<BranchRow, 'name' | 'address'>>> = simpleImporter({
  table: branchTable,
  input: newBranchInput,
  properties: ['name', 'address'],
  columns: ({ name, address }) => ({ name, address: address ?? null }),
  insert: (company, rows) => insertRows(company, branchTable, rows),
  update: (company, properties, rows) => updateRows(company, branchTable, properties, rows),
});

type ShiftFields = Pick<ShiftRow, 'name' | 'startTime' | 'endTime' | 'wagePercentage'>;

export const shiftImporter: KindImporter<Timed<ShiftFields>> = simpleImporter({
  table: shiftTable,
  input: newShiftInput,
  properties: ['name', 'startTime', 'endTime', 'wagePercentage'],
  columns: ({ name, start_time, end_time, wage_percentage }) => ({
    name,
    startTime: start_time ?? null,
    endTime: end_time ?? null,
    wagePercentage: wage_percentage,
  }),
  insert: (company, rows) => insertRows(company, shiftTable, rows),
  update: (company, properties, rows) => updateRows(company, shiftTable, properties, rows),
});

import { insertRows, updateRows } from '../database/sql/bulk-rows.ts';
import type { Table } from '../database/sql/table.ts';
import type { InputErrors } from '../input/issue.ts';
import { type Input, safeValidate } from '../input/validate.ts';
import { type BranchRow, branchTable } from '../organization/branch.ts';
import { type DepartmentRow, departmentTable } from '../organization/department.ts';
import { newBranchInput, newDepartmentInput } from '../organization/organization-input.ts';
import { type ShiftRow, shiftTable } from '../shifts/shift.ts';
import { newShiftInput } from '../shifts/shift-input.ts';
import { exportedTimesInput } from './exported-input.ts';
import { type Accepted, type ImportRun, type KindImporter, verdict } from './import-run.ts';

interface StoredRow {
  id: number;
  companyId: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns from a row, with the times from an export. */
type Fields<Row extends StoredRow> = Omit<Row, keyof StoredRow> & Partial<Pick<Row, 'createdAt' | 'updatedAt'>>;

/** A kind whose rows have no references: validated by its service's input, written unchanged. */
interface SimpleKind<Value, Row extends StoredRow> {
  readonly table: Table<Row>;
  readonly input: Input<Value>;
  columns(value: Value): Omit<Row, keyof StoredRow>;
}

function simpleImporter<Value, Row extends StoredRow>(kind: SimpleKind<Value, Row>): KindImporter<Fields<Row>> {
  const { table } = kind;
  const changing = table.properties.filter((property) => !['id', 'companyId', 'createdAt'].includes(property));
  return {
    table,
    async check(run, candidates) {
      return candidates.map(({ row }) => {
        const { errors, value } = safeValidate(kind.input, row.values);
        const times = run.isExport ? safeValidate(exportedTimesInput, row.values) : null;
        return verdict<Fields<Row>>({ ...(errors satisfies InputErrors), ...times?.errors }, () => ({
          ...kind.columns(value as Value),
          ...(times?.value.created_at != null && { createdAt: times.value.created_at }),
          ...(times?.value.updated_at != null && { updatedAt: times.value.updated_at }),
        }));
      });
    },
    create: (run, rows) => insertRows(run.company, table, rowsOf(run, rows)),
    async update(run, rows) {
      // The time of creation stays, unless an export gives it.
      const made = rows.filter(({ fields }) => fields.createdAt !== undefined);
      const others = rows.filter(({ fields }) => fields.createdAt === undefined);
      await updateRows(run.company, table, changing, rowsOf(run, others));
      await updateRows(run.company, table, [...changing, 'createdAt'], rowsOf(run, made));
    },
  };
}

function rowsOf<Row extends StoredRow>({ company, now }: ImportRun, rows: readonly Accepted<Fields<Row>>[]): Row[] {
  const { companyId } = company;
  return rows.map(({ id, fields }) => ({ companyId, createdAt: now, updatedAt: now, ...fields, id }) as Row);
}

export const departmentImporter: KindImporter<Fields<DepartmentRow>> = simpleImporter({
  table: departmentTable,
  input: newDepartmentInput,
  columns: ({ name }) => ({ name }),
});

export const branchImporter: KindImporter<Fields<BranchRow>> = simpleImporter({
  table: branchTable,
  input: newBranchInput,
  columns: ({ name, address }) => ({ name, address: address ?? null }),
});

export const shiftImporter: KindImporter<Fields<ShiftRow>> = simpleImporter({
  table: shiftTable,
  input: newShiftInput,
  columns: ({ name, start_time, end_time, wage_percentage }) => ({
    name,
    startTime: start_time ?? null,
    endTime: end_time ?? null,
    wagePercentage: wage_percentage,
  }),
});

import type { EntityManager } from 'typeorm';
import type { Actor } from '../actor.ts';
import { type EmployeeRow, employeeTable } from '../employees/employee.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { type ImportAll, type ImportRequest, RolledBack } from './import-all.ts';
import type { EmployeeFields } from './import-employees.ts';
import type { ImportedRow } from './import-report.ts';
import { type CheckedRow, type ImportRun, type KindImporter, textOf } from './import-run.ts';
import type { SourceRow } from './import-source.ts';

/** A value that a row changes; those of ID numbers and amounts are left out. */
export interface PersonChange {
  /** The field's name in the file, `department` and `branch` with their names. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A row of a file of people, and what the import's rules say of it (docs/import.md). */
export interface JudgedPerson extends SourceRow {
  readonly outcome: 'new' | 'changed' | 'same' | 'wrong';
  /** The person of the row; null if there is none yet. */
  readonly id: number | null;
  /** Only of a wrong row, by field. */
  readonly errors: InputErrors;
  /** Only of a changed person. */
  readonly changes: readonly PersonChange[];
}

/** The fields in which a file may name a unit, besides those of the import. */
const UNIT_FIELDS = ['department', 'branch'] as const;
type UnitField = (typeof UNIT_FIELDS)[number];
/** Ids of a company's units by name, and names by id. */
type Units = Readonly<
  Record<UnitField, { readonly ids: ReadonlyMap<string, number>; readonly names: ReadonlyMap<number, string> }>
>;

/** What an import did with each row, in the file's order. */
export class PeopleJudgement {
  readonly #errors = new Map<number, InputErrors>();
  readonly #rows = new Map<string, ImportedRow>();
  readonly #changes = new Map<number, readonly PersonChange[]>();
  #units: Units | null = null;

  /**
   * Imports the rows within the transaction; in a dry run, and if rows are refused that are not to be skipped, its writes
   * are rolled back by the error that it throws.
   */
  async import(
    importAll: ImportAll,
    {
      actor,
      rows,
      ...options
    }: { readonly actor: Actor; readonly rows: readonly SourceRow[] } & Pick<
      ImportRequest,
      'dryRun' | 'partial' | 'events'
    >,
    manager: EntityManager,
  ): Promise<void> {
    const file = { kind: 'employees' as const, name: 'people', rows: () => inChunks(rows) };
    const request = {
      company: { id: actor.companyId },
      files: [file],
      maxRefusals: Number.POSITIVE_INFINITY,
      ...options,
    };
    await importAll(request, manager, {
      actor,
      onRefused: (line, errors) => void this.#errors.set(line, errors),
      onRows: async (done) => {
        // A row that comes again is the same as before.
        for (const row of done) if (!this.#rows.has(row.externalId)) this.#rows.set(row.externalId, row);
      },
      people: (importer) => this.#around(importer),
    });
  }

  of(rows: readonly SourceRow[]): JudgedPerson[] {
    const seen = new Set<string>();
    return rows.map((row): JudgedPerson => {
      const errors = this.#errors.get(row.line);
      const key = textOf(row.values, 'external_id') ?? '';
      const done = this.#rows.get(key);
      const isFirst = errors === undefined && !seen.has(key);
      if (isFirst) seen.add(key);
      if (errors !== undefined || done === undefined) {
        return { ...row, outcome: 'wrong', id: null, errors: errors ?? {}, changes: [] };
      }
      const { id, outcome } = done;
      if (!isFirst) return { ...row, outcome: 'same', id, errors: {}, changes: [] };
      if (outcome === 'created') return { ...row, outcome: 'new', id, errors: {}, changes: [] };
      const changes = outcome === 'updated' ? (this.#changes.get(id) ?? []) : [];
      return { ...row, outcome: changes.length > 0 ? 'changed' : 'same', id, errors: {}, changes };
    });
  }

  /** The importer of people that also reads units by name, and notes what it changes. */
  #around(importer: KindImporter<EmployeeFields>): KindImporter<EmployeeFields> {
    return {
      ...importer,
      moreFields: UNIT_FIELDS,
      check: async (run, candidates) => {
        const units = await this.#unitsByName(run);
        const checked = await importer.check(run, candidates);
        return checked.map((one, index) => withUnits(one, candidates[index]?.row.values ?? {}, units));
      },
      update: async (run, rows) => {
        const units = await this.#unitsByName(run);
        for (const { id, fields } of rows) {
          const before = await run.company.findOne(employeeTable, { id });
          if (before !== null) this.#changes.set(id, changesOf(before, fields, units));
        }
        await importer.update(run, rows);
      },
    };
  }

  async #unitsByName({ company }: Pick<ImportRun, 'company'>): Promise<Units> {
    this.#units ??= {
      department: unitsByName(await company.find(departmentTable, {})),
      branch: unitsByName(await company.find(branchTable, {})),
    };
    return this.#units;
  }
}

function unitsByName(units: readonly { readonly id: number; readonly name: string }[]): Units[UnitField] {
  return {
    ids: new Map(units.map(({ id, name }) => [name, id])),
    names: new Map(units.map(({ id, name }) => [id, name])),
  };
}

/** A name that no unit has is refused, so that a misspelt one makes none. */
function withUnits(
  checked: CheckedRow<EmployeeFields>,
  values: SourceRow['values'],
  units: Units,
): CheckedRow<EmployeeFields> {
  const errors: InputErrors = {};
  const found: { departmentId?: number | null; branchId?: number | null } = {};
  for (const field of UNIT_FIELDS) {
    if (!Object.hasOwn(values, field)) continue;
    const named = textOf(values, field);
    const id = named === null ? null : units[field].ids.get(named);
    if (id === undefined) errors[field] = [issue('in')];
    else found[field === 'department' ? 'departmentId' : 'branchId'] = id;
  }
  if (Object.keys(errors).length > 0) return { errors: { ...('errors' in checked && checked.errors), ...errors } };
  return 'errors' in checked ? checked : { ...checked, fields: { ...checked.fields, ...found } };
}

const SHOWN = ['name', 'email', 'phone', 'address', 'role', 'status', 'salaryType'] as const;

function changesOf(before: EmployeeRow, fields: EmployeeFields, units: Units): PersonChange[] {
  const changes: PersonChange[] = [];
  const note = (field: string, was: string | null, is: string | null) =>
    void changes.push({ field, before: was, after: is });
  for (const column of SHOWN) {
    const after = fields[column];
    if (after !== undefined && after !== before[column]) {
      note(column === 'salaryType' ? 'salary_type' : column, before[column], after);
    }
  }
  for (const field of UNIT_FIELDS) {
    const column = field === 'department' ? 'departmentId' : 'branchId';
    const [was, is] = [before[column], fields[column]];
    if (is === undefined || is === was) continue;
    const nameOf = (id: number | null) => (id === null ? null : (units[field].names.get(id) ?? null));
    note(field, nameOf(was), nameOf(is));
  }
  if (fields.idNumberHash !== before.idNumberHash) note('id_number', null, null);
  for (const [field, column] of [
    ['hourly_rate', 'hourlyRate'],
    ['global_salary', 'globalSalary'],
  ] as const) {
    const isSame = Number(fields[column] ?? 0) === Number(before[column] ?? 0);
    if (!isSame) note(field, null, null);
  }
  return changes;
}

const CHUNK = 250;

async function* inChunks(rows: readonly SourceRow[]): AsyncGenerator<readonly SourceRow[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK);
}

export const isRolledBack = (error: unknown): boolean => error instanceof RolledBack;

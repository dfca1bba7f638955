import { attendanceTable } from '../attendance/attendance.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { companySql, deleteOf } from '../database/sql/statement.ts';
import type { AnyTable, Table } from '../database/sql/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { invalidOption, type ShaonError, stateConflict } from '../errors.ts';
import { type ExternalIdKind, externalIdTable } from '../external-ids/external-id.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import { STORED_KIND } from './external-id-store.ts';
import type { ImportTally } from './import-report.ts';
import { IMPORT_KINDS, type ImportFile, type ImportKind } from './import-source.ts';

interface Removable {
  /** The column of an employee that refers to it. */
  readonly reference?: 'department_id' | 'branch_id';
  readonly table: AnyTable;
}

/** The kinds that can be removed from a company: records that an export no longer has were removed in its source. */
const REMOVABLE: Readonly<Partial<Record<ImportKind, Removable>>> = {
  departments: { reference: 'department_id', table: departmentTable },
  branches: { reference: 'branch_id', table: branchTable },
  shifts: { table: shiftTable },
};

interface Kept {
  readonly words: string;
  readonly table: AnyTable;
  /** The column with a record's time of creation: an expression, and the conversion of its value. */
  readonly selectMade: (dialect: Dialect) => string;
  readonly readMade: (value: unknown) => Date;
}
const kept = <Row extends { readonly createdAt: Date }>(words: string, table: Table<Row>): Kept => ({
  words,
  table,
  selectMade: (dialect) => table.columns.createdAt.select(dialect, table.quoted('createdAt')),
  readMade: (value) => table.columns.createdAt.fromDatabase(value),
});

/** The kinds that cannot be removed: a company with records that the export lacks is another company. */
const KEPT: Readonly<Partial<Record<ImportKind, Kept>>> = {
  employees: kept('employees', employeeTable),
  leave: kept('leave requests', leaveRequestTable),
  attendance: kept('days', attendanceTable),
};

/** The records of a company that an export has, while it is imported over an earlier one of the company (D:A20). */
export class CompanyCopy {
  readonly #removable = new Map<ImportKind, Set<number>>();
  readonly #kept = new Map<ImportKind, IdSet>();

  /** Notes the records of a chunk's rows; a row may come twice. */
  noteSeen(kind: ImportKind, recordIds: readonly number[]): void {
    const isRemovable = REMOVABLE[kind] !== undefined;
    const seen = isRemovable ? (this.#removable.get(kind) ?? new Set()) : (this.#kept.get(kind) ?? new IdSet());
    for (const id of recordIds) seen.add(id);
    if (seen instanceof IdSet) this.#kept.set(kind, seen);
    else this.#removable.set(kind, seen);
  }

  /**
   * Checks the changed rows of a chunk before they are written. Companies of two installations may have the same keys,
   * because an export makes them from ids; but a record's time of creation never changes. Throws `state_conflict` if a
   * row and the record with its key have different ones.
   */
  async assertSameRecords(
    company: CompanyTransaction,
    kind: ImportKind,
    rows: readonly { readonly id: number; readonly fields: unknown }[],
  ): Promise<void> {
    const found = KEPT[kind];
    if (found === undefined || rows.length === 0) return;
    const { table, words, selectMade, readMade } = found;
    const stored = await company.rows(
      companySql`SELECT t.id, ${selectMade(company.dialect)} AS created_at FROM ${table} t
        WHERE t.id ${DIFFERENCES[company.dialect].inList('$2')}`,
      [rows.map(({ id }) => id)],
    );
    const made = new Map(stored.map((row) => [Number(row.id), readMade(row.created_at).getTime()]));
    const others = rows.filter(({ id, fields }) => {
      const { createdAt: exported } = fields as { readonly createdAt?: Date };
      return exported?.getTime() !== made.get(id);
    });
    if (others.length > 0) {
      const what = `${words} of the same keys that were made at another time (${others.length})`;
      throw notThisCompany(company.companyId, what);
    }
  }

  /**
   * Removes the records that the export no longer has, after all rows were written. Throws `state_conflict` if the
   * company has people, leave or days that the export lacks, so that it is no copy; or if an employee refers to a
   * removed unit.
   */
  async finish(company: CompanyTransaction, tally: ImportTally) {
    for (const [kind, { words, table }] of Object.entries(KEPT) as [ImportKind, Kept][]) {
      const [row] = await company.rows(companySql`SELECT COUNT(*) AS records FROM ${table} t`);
      const others = Number(row?.records) - (this.#kept.get(kind)?.count ?? 0);
      if (others > 0) throw notThisCompany(company.companyId, `${words} that the export does not have (${others})`);
    }
    for (const [kind, removable] of Object.entries(REMOVABLE) as [ImportKind, Removable][]) {
      const removed = await removeOthers(company, STORED_KIND[kind], removable, this.#removable.get(kind) ?? new Set());
      if (removed > 0) tally.of(kind).removed = removed;
    }
  }
}

async function removeOthers(
  company: CompanyTransaction,
  kind: ExternalIdKind,
  removable: Removable,
  seen: ReadonlySet<number>,
): Promise<number> {
  const { table, reference } = removable;
  const rows = await company.rows(companySql`SELECT t.id FROM ${table} t`);
  const others = rows.map(({ id }) => Number(id)).filter((id) => !seen.has(id));
  if (others.length === 0) return 0;
  if (reference !== undefined) await assertUnused(company, kind, reference, others);
  const { inList } = DIFFERENCES[company.dialect];
  await company.change(deleteOf(table, { where: `id ${inList('$2')}` }), [others]);
  const keys = deleteOf(externalIdTable, { where: `kind = $2 AND record_id ${inList('$3')}` });
  await company.change(keys, [kind, others]);
  return others.length;
}

/**
 * Throws `state_conflict` for units that an employee refers to, naming the first. Rows of the export refer only to
 * units of the export, so somebody has moved these employees in the copy.
 */
async function assertUnused(
  company: CompanyTransaction,
  kind: ExternalIdKind,
  reference: NonNullable<Removable['reference']>,
  others: readonly number[],
): Promise<void> {
  const [first] = await company.rows(
    companySql`SELECT e.id, e.${reference} AS unit FROM ${employeeTable} e
      WHERE e.${reference} ${DIFFERENCES[company.dialect].inList('$2')} ORDER BY e.id LIMIT 1`,
    [others],
  );
  if (first === undefined) return;
  throw stateConflict(
    `The export does not have the ${kind} ${first.unit} of company ${company.companyId}, and its employee ${first.id} was moved there by hand. Move them to another one, or to none, and import again. Nothing was imported.`,
  );
}

function notThisCompany(companyId: number, what: string): ShaonError {
  return stateConflict(
    `Company ${companyId} has ${what}, so it is no copy of the exported company. Nothing was imported.`,
  );
}

/** Checks that the request has everything for an import over a copy. Throws `options_invalid`. */
export function assertWholeExport(request: {
  readonly company: object;
  readonly files: readonly ImportFile[];
  readonly isExport?: boolean | undefined;
  readonly exportedCompany?: object | undefined;
  readonly absenceTypes?: readonly object[] | undefined;
  readonly partial?: boolean | undefined;
}): void {
  const isWhole = IMPORT_KINDS.every((kind) => request.files.some((file) => file.kind === kind));
  const { exportedCompany, absenceTypes } = request;
  const isExport = request.isExport === true && exportedCompany !== undefined && absenceTypes !== undefined;
  if (isExport && isWhole && request.partial !== true && !('create' in request.company)) return;
  throw invalidOption(
    `A copy is made of a whole export, into a company that is there: its company with its absence types and ${IMPORT_KINDS.join(', ')}, and not in part.`,
  );
}

const IDS_OF_PAGE = 32_768;

/** A set of ids that counts each once; millions of ids take a bit each. */
class IdSet {
  readonly #pages = new Map<number, Uint8Array>();
  #count = 0;

  add(id: number): void {
    const pageNumber = Math.floor(id / IDS_OF_PAGE);
    const page = this.#pages.get(pageNumber) ?? new Uint8Array(IDS_OF_PAGE / 8);
    this.#pages.set(pageNumber, page);
    const offset = id % IDS_OF_PAGE;
    const byte = page[offset >> 3] as number;
    const bit = 1 << (offset & 7);
    if ((byte & bit) !== 0) return;
    page[offset >> 3] = byte | bit;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }
}

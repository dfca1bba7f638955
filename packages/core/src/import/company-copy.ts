import { attendanceTable } from '../attendance/attendance.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { companySql, deleteOf } from '../database/statement.ts';
import type { AnyTable, Table } from '../database/table.ts';
import { employeeTable } from '../employees/employee.ts';
import { ShaonError } from '../errors.ts';
import { type ExternalIdKind, externalIdTable } from '../external-ids/external-id.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import type { ImportTally } from './import-report.ts';
import { IMPORT_KINDS, type ImportFile, type ImportKind } from './import-source.ts';
import { SeenRecords } from './seen-records.ts';

interface Removable {
  readonly kind: ExternalIdKind;
  /** The column of an employee that refers to it. */
  readonly reference?: 'department_id' | 'branch_id';
  readonly table: AnyTable;
}

/** What can be removed from a company: what an export no longer has was removed there. */
const REMOVABLE: Readonly<Partial<Record<ImportKind, Removable>>> = {
  departments: { kind: 'department', reference: 'department_id', table: departmentTable },
  branches: { kind: 'branch', reference: 'branch_id', table: branchTable },
  shifts: { kind: 'shift', table: shiftTable },
};

interface Kept {
  readonly words: string;
  readonly table: AnyTable;
  /** The column of when a record was made: an expression, and what it gives. */
  readonly selectMade: (dialect: Dialect) => string;
  readonly readMade: (value: unknown) => Date;
}
const kept = <Row extends { readonly createdAt: Date }>(words: string, table: Table<Row>): Kept => ({
  words,
  table,
  selectMade: (dialect) => table.columns.createdAt.select(dialect, table.quoted('createdAt')),
  readMade: (value) => table.columns.createdAt.fromDatabase(value),
});

/** What nobody can remove: a company that has one which the export does not have is another company. */
const KEPT: Readonly<Partial<Record<ImportKind, Kept>>> = {
  employees: kept('employees', employeeTable),
  leave: kept('leave requests', leaveRequestTable),
  attendance: kept('days', attendanceTable),
};

/** Which records of a company an export has, while it is imported over an earlier export of the same company (D:A20). */
export class CompanyCopy {
  readonly #removable = new Map<ImportKind, Set<number>>();
  readonly #kept = new Map<ImportKind, SeenRecords>();

  /** Hears which records the rows of a chunk are; a row may come twice. */
  saw(kind: ImportKind, recordIds: readonly number[]): void {
    const isRemovable = REMOVABLE[kind] !== undefined;
    const seen = isRemovable ? (this.#removable.get(kind) ?? new Set()) : (this.#kept.get(kind) ?? new SeenRecords());
    for (const id of recordIds) seen.add(id);
    if (seen instanceof SeenRecords) this.#kept.set(kind, seen);
    else this.#removable.set(kind, seen);
  }

  /**
   * Judges the changed rows of a chunk before they are written. Companies of two installations may have the same keys,
   * which export makes of ids, and a record's time of creation never changes. Throws `state_conflict` where a row and
   * the record of its key were made at different times.
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
   * Removes what the export no longer has, when all rows are written. Throws `state_conflict` for a company with people,
   * leave or days that the export does not have: a copy has none; and for somebody who refers to what is to be removed.
   */
  async finish(company: CompanyTransaction, tally: ImportTally) {
    for (const [kind, { words, table }] of Object.entries(KEPT) as [ImportKind, Kept][]) {
      const [row] = await company.rows(companySql`SELECT COUNT(*) AS records FROM ${table} t`);
      const others = Number(row?.records) - (this.#kept.get(kind)?.count ?? 0);
      if (others > 0) throw notThisCompany(company.companyId, `${words} that the export does not have (${others})`);
    }
    for (const [kind, removable] of Object.entries(REMOVABLE) as [ImportKind, Removable][]) {
      const removed = await removeOthers(company, removable, this.#removable.get(kind) ?? new Set());
      if (removed > 0) tally.of(kind).removed = removed;
    }
  }
}

async function removeOthers(
  company: CompanyTransaction,
  removable: Removable,
  seen: ReadonlySet<number>,
): Promise<number> {
  const { kind, table } = removable;
  const rows = await company.rows(companySql`SELECT t.id FROM ${table} t`);
  const others = rows.map(({ id }) => Number(id)).filter((id) => !seen.has(id));
  if (others.length === 0) return 0;
  await assertUnused(company, removable, others);
  const { inList } = DIFFERENCES[company.dialect];
  await company.change(deleteOf(table, { where: `id ${inList('$2')}` }), [others]);
  const keys = deleteOf(externalIdTable, { where: `kind = $2 AND record_id ${inList('$3')}` });
  await company.change(keys, [kind, others]);
  return others.length;
}

/**
 * Throws `state_conflict` for what somebody refers to, named with the first of them: the rows of the export refer to
 * what the export has, so it was somebody in the copy who moved them.
 */
async function assertUnused(
  company: CompanyTransaction,
  { kind, reference }: Removable,
  others: readonly number[],
): Promise<void> {
  if (reference === undefined) return;
  const [first] = await company.rows(
    companySql`SELECT e.id, e.${reference} AS unit FROM ${employeeTable} e
      WHERE e.${reference} ${DIFFERENCES[company.dialect].inList('$2')} ORDER BY e.id LIMIT 1`,
    [others],
  );
  if (first === undefined) return;
  throw new ShaonError(
    'state_conflict',
    `The export does not have the ${kind} ${first.unit} of company ${company.companyId}, and its employee ${first.id} was moved there by hand. Move them to another one, or to none, and import again. Nothing was imported.`,
  );
}

function notThisCompany(companyId: number, what: string): ShaonError {
  return new ShaonError(
    'state_conflict',
    `Company ${companyId} has ${what}, so it is no copy of the exported company. Nothing was imported.`,
  );
}

/** What an import over a copy must have. Throws `options_invalid`. */
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
  throw new ShaonError(
    'options_invalid',
    `A copy is made of a whole export, into a company that is there: its company with its absence types and ${IMPORT_KINDS.join(', ')}, and not in part.`,
  );
}

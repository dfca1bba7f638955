import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { companySql, deleteOf } from '../database/statement.ts';
import type { AnyTable } from '../database/table.ts';
import { ShaonError } from '../errors.ts';
import { type ExternalIdKind, externalIdTable } from '../external-ids/external-id.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { shiftTable } from '../shifts/shift.ts';
import type { ImportTally } from './import-report.ts';
import { IMPORT_KINDS, type ImportFile, type ImportKind } from './import-source.ts';

interface Removable {
  readonly kind: ExternalIdKind;
  readonly table: AnyTable;
}

/** What can be removed from a company: what an export no longer has was removed there. */
const REMOVABLE: Readonly<Partial<Record<ImportKind, Removable>>> = {
  departments: { kind: 'department', table: departmentTable },
  branches: { kind: 'branch', table: branchTable },
  shifts: { kind: 'shift', table: shiftTable },
};

/** What nobody can remove: a company that has one which the export does not have is another company. */
const KEPT_WORDS: Readonly<Partial<Record<ImportKind, string>>> = {
  employees: 'employees',
  leave: 'leave requests',
  attendance: 'days',
};

/** Which records of a company an export has, while it is imported over an earlier export of the same company (D:A20). */
export class CompanyCopy {
  readonly #removable = new Map<ImportKind, Set<number>>();
  readonly #kept = new Map<ImportKind, number>();

  /** Hears which records the rows of a chunk are. */
  saw(kind: ImportKind, recordIds: readonly number[]): void {
    if (REMOVABLE[kind] === undefined) this.#kept.set(kind, (this.#kept.get(kind) ?? 0) + recordIds.length);
    else {
      const seen = this.#removable.get(kind) ?? new Set();
      for (const id of recordIds) seen.add(id);
      this.#removable.set(kind, seen);
    }
  }

  /**
   * Removes what the export no longer has, when all rows are written. Throws `state_conflict` for a company with people,
   * leave or days that the export does not have: a copy has none.
   */
  async finish(company: CompanyTransaction, tables: Readonly<Record<ImportKind, AnyTable>>, tally: ImportTally) {
    for (const [kind, words] of Object.entries(KEPT_WORDS) as [ImportKind, string][]) {
      const [row] = await company.rows(companySql`SELECT COUNT(*) AS records FROM ${tables[kind]} t`);
      const others = Number(row?.records) - (this.#kept.get(kind) ?? 0);
      if (others > 0) throw notThisCompany(company.companyId, others, words);
    }
    for (const [kind, removable] of Object.entries(REMOVABLE) as [ImportKind, Removable][]) {
      const removed = await removeOthers(company, removable, this.#removable.get(kind) ?? new Set());
      if (removed > 0) tally.of(kind).removed = removed;
    }
  }
}

async function removeOthers(
  company: CompanyTransaction,
  { kind, table }: Removable,
  seen: ReadonlySet<number>,
): Promise<number> {
  const rows = await company.rows(companySql`SELECT t.id FROM ${table} t`);
  const others = rows.map(({ id }) => Number(id)).filter((id) => !seen.has(id));
  if (others.length === 0) return 0;
  const { inList } = DIFFERENCES[company.dialect];
  await company.change(deleteOf(table, { where: `id ${inList('$2')}` }), [others]);
  const keys = deleteOf(externalIdTable, { where: `kind = $2 AND record_id ${inList('$3')}` });
  await company.change(keys, [kind, others]);
  return others.length;
}

function notThisCompany(companyId: number, records: number, words: string): ShaonError {
  return new ShaonError(
    'state_conflict',
    `Company ${companyId} has ${words} that the export does not have (${records}), so it is no copy of the exported company. Nothing was imported.`,
  );
}

/** What an import over a copy must have. Throws `options_invalid`. */
export function assertWholeExport(request: {
  readonly company: object;
  readonly files: readonly ImportFile[];
  readonly isExport?: boolean | undefined;
  readonly exportedCompany?: object | undefined;
  readonly partial?: boolean | undefined;
}): void {
  const isWhole = IMPORT_KINDS.every((kind) => request.files.some((file) => file.kind === kind));
  const isExport = request.isExport === true && request.exportedCompany !== undefined;
  if (isExport && isWhole && request.partial !== true && !('create' in request.company)) return;
  throw new ShaonError(
    'options_invalid',
    `A copy is made of a whole export, into a company that is there: its company and ${IMPORT_KINDS.join(', ')}, and not in part.`,
  );
}

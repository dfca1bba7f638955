import type { AllCompanies } from '../database/sql/all-companies.ts';
import { insertRows, reserveIds, updateRows } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { type ExternalIdKind, externalIdTable } from '../external-ids/external-id.ts';
import { findKeys, type KnownKey } from '../external-ids/external-id-queries.ts';
import type { ImportKind } from './import-source.ts';

/** The kind under which the keys of rows are stored. */
export const STORED_KIND: Readonly<Record<ImportKind, ExternalIdKind>> = {
  departments: 'department',
  branches: 'branch',
  shifts: 'shift',
  employees: 'employee',
  leave: 'leave',
  attendance: 'attendance',
};

/** Beyond this number, references are looked up again instead of being kept. */
const MAX_KEPT_REFERENCES = 100_000;

const LAST = companySql`SELECT COALESCE(MAX(x.id), 0) AS last FROM ${externalIdTable} x`;

/** The record of this company for each row of the source. */
export class ExternalIdStore {
  readonly #company: CompanyTransaction;
  readonly #all: AllCompanies;
  readonly #references = new Map<string, number>();

  constructor(company: CompanyTransaction, all: AllCompanies) {
    this.#company = company;
    this.#all = all;
  }

  known(kind: ImportKind, externalIds: readonly string[]): Promise<Map<string, KnownKey>> {
    return findKeys(this.#company, STORED_KIND[kind], externalIds);
  }

  /** The record ids for references to `kind`; a missing one was never imported into this company. */
  async resolve(kind: ImportKind, externalIds: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const asked: string[] = [];
    for (const externalId of externalIds) {
      const kept = this.#references.get(`${kind} ${externalId}`);
      if (kept === undefined) asked.push(externalId);
      else found.set(externalId, kept);
    }
    if (asked.length === 0) return found;
    if (this.#references.size > MAX_KEPT_REFERENCES) this.#references.clear();
    for (const [externalId, { recordId }] of await this.known(kind, asked)) {
      found.set(externalId, recordId);
      this.#references.set(`${kind} ${externalId}`, recordId);
    }
    return found;
  }

  async add(
    kind: ImportKind,
    rows: readonly { readonly externalId: string; readonly recordId: number; readonly digest: string }[],
  ): Promise<void> {
    const ids = await reserveIds(this.#all, externalIdTable, rows.length);
    await insertRows(
      this.#company,
      externalIdTable,
      rows.map((row, index) => ({ id: ids[index] as number, kind: STORED_KIND[kind], ...row })),
    );
  }

  /** Stores the new digests of changed rows. */
  async change(rows: readonly { readonly id: number; readonly digest: string }[]): Promise<void> {
    await updateRows(this.#company, externalIdTable, ['digest'], rows);
  }

  /** The highest id so far; a higher one was written by this import. */
  async lastId(): Promise<number> {
    const [row] = await this.#company.rows(LAST);
    return Number(row?.last ?? 0);
  }
}

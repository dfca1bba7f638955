import { absenceTypeTable } from '../absence-types/absence-type.ts';
import { type AbsenceType, insertIfAbsent } from '../absence-types/absence-type-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';

const LOCK = eachDialect(
  (dialect) => companySql`SELECT t.label FROM ${absenceTypeTable} t
    WHERE t.label ${DIFFERENCES[dialect].inList('$2')} ORDER BY t.id ${DIFFERENCES[dialect].forShare}`,
);

/** The company's absence types; an import adds the labels of its rows to them. */
export class AbsenceLabelStore {
  readonly #company: CompanyTransaction;
  /** Labels that are locked against renaming until the import ends. */
  readonly #locked = new Set<string>();

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  /** Adds the types of an export that the company lacks; types that are retired there are added as retired. */
  async addTypes(types: readonly Omit<AbsenceType, 'id'>[], now: Date): Promise<void> {
    for (const type of types) await insertIfAbsent(this.#company, type, now);
  }

  async add(labels: Iterable<string>, now: Date): Promise<void> {
    const isMissing = (label: string): boolean => !this.#locked.has(label);
    let missing = [...new Set(labels)].filter(isMissing);
    // A label that is renamed between the two statements is missing again.
    while (missing.length > 0) {
      for (const label of missing) {
        await insertIfAbsent(this.#company, { label, is_retired: false }, now);
      }
      for (const row of await this.#company.rows(LOCK[this.#company.dialect], [missing])) {
        this.#locked.add(String(row.label));
      }
      missing = missing.filter(isMissing);
    }
  }
}

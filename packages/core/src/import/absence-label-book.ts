import { absenceTypeTable } from '../absence-types/absence-type.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';

/** The company's absence types, which grow by the labels that imported rows carry. */
export class AbsenceLabelBook {
  readonly #company: CompanyTransaction;
  #known: Set<string> | undefined;

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  async add(labels: Iterable<string>, now: Date): Promise<void> {
    this.#known ??= new Set((await this.#company.find(absenceTypeTable)).map((type) => type.label));
    for (const label of labels) {
      if (this.#known.has(label)) continue;
      await this.#company.insert(absenceTypeTable, { label, isRetired: false, createdAt: now, updatedAt: now });
      this.#known.add(label);
    }
  }
}

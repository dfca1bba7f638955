import { loginTable } from '../accounts/login.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanyChangeSql, updateOf } from '../database/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { issue } from '../input/issue.ts';
import type { RefusedRow } from './import-report.ts';
import type { SourceRow } from './import-source.ts';

/** Two people of the installation cannot have the same one (D:W8, W10). */
export type UniqueField = 'email' | 'id_number';

/** What a row of an export gives to one person while another one of the company still has it. */
export interface WantedValue {
  readonly field: UniqueField;
  /** The e-mail key, or the hash of the ID number. */
  readonly key: string;
  readonly row: SourceRow;
}

// A blank is in no e-mail key and in no hash.
const displacing: Readonly<Record<UniqueField, (dialect: Dialect) => CompanyChangeSql>> = {
  email: (dialect) =>
    updateOf(loginTable, {
      set: `email_key = 'displaced ' || employee_id`,
      where: `email_key ${DIFFERENCES[dialect].inList('$2')} AND employee_id IS NOT NULL`,
      returning: 'employee_id AS id',
    }),
  id_number: (dialect) =>
    updateOf(employeeTable, {
      set: `id_number_hash = 'displaced ' || id`,
      where: `id_number_hash ${DIFFERENCES[dialect].inList('$2')}`,
      returning: 'id',
    }),
};

/**
 * People of whom an export has given an e-mail address or ID number to somebody else before their own row has come, which
 * says what they have instead: exchanged addresses, or that of a former colleague.
 */
export class DisplacedPeople {
  readonly #waiting = new Map<number, RefusedRow>();

  /** Takes what the rows want from whoever has it now. */
  async displace(company: CompanyTransaction, wanted: readonly WantedValue[]): Promise<void> {
    for (const { field, key, row } of wanted) {
      for (const { id } of await company.change(displacing[field](company.dialect), [[key]])) {
        this.#waiting.set(Number(id), { row, errors: { [field]: [issue('unique')] } });
      }
    }
  }

  /** Their own row has come. */
  arrived(employeeId: number): void {
    this.#waiting.delete(employeeId);
  }

  /** The rows that took something from a person who has nothing in its place. */
  get unsettled(): readonly RefusedRow[] {
    return [...this.#waiting.values()];
  }
}

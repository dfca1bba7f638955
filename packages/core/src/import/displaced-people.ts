import { loginTable } from '../accounts/login.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type CompanyChangeSql, updateOf } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { issue } from '../input/issue.ts';
import type { RefusedRow } from './import-report.ts';
import type { SourceRow } from './import-source.ts';

/** Values that must be unique in the installation (D:W8, W10). */
export type UniqueField = 'email' | 'id_number';

/** A value that a row of an export gives to one person while another one of the company still has it. */
export interface WantedValue {
  readonly field: UniqueField;
  /** The e-mail key, or the hash of the ID number. */
  readonly key: string;
  readonly row: SourceRow;
}

// No e-mail key and no hash contains a blank, so the placeholder cannot clash with one.
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
 * People whose e-mail address or ID number was given to somebody else by a row of an export, before their own row with
 * the new value has come: swapped addresses, or that of a former colleague.
 */
export class DisplacedPeople {
  readonly #waiting = new Map<number, RefusedRow>();

  /** Takes the values of the rows from the people who have them now. */
  async displace(company: CompanyTransaction, wanted: readonly WantedValue[]): Promise<void> {
    for (const { field, key, row } of wanted) {
      for (const { id } of await company.change(displacing[field](company.dialect), [[key]])) {
        this.#waiting.set(Number(id), { row, errors: { [field]: [issue('unique')] } });
      }
    }
  }

  /** Called when a person's own row has come. */
  arrived(employeeId: number): void {
    this.#waiting.delete(employeeId);
  }

  /** The rows that took a value from a person who got no other one. */
  get unsettled(): readonly RefusedRow[] {
    return [...this.#waiting.values()];
  }
}

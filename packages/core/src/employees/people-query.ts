import type { Dialect } from '../database/sql/dialect.ts';
import type { List } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { containsWords, foldedWords } from '../database/sql/word-search.ts';
import { employeeTable } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT } from './employee-queries.ts';

/** The filters that every list of people has; null and no words leave nobody out. */
export interface PeopleFilter {
  readonly department_id: number | null;
  readonly branch_id: number | null;
  /** Each must occur in the name, the e-mail address or the phone. */
  readonly words: readonly string[];
}

/** Builds the query of a list of people (`e`) by name, then by id, condition by condition. */
export class PeopleQuery {
  readonly #dialect: Dialect;
  readonly #values: SqlValue[] = [];
  readonly #conditions: CompanySql[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Binds a value and returns its parameter for a condition's text. */
  bind(value: SqlValue): string {
    return `$${this.#values.push(value) + 1}`;
  }

  /** Adds a condition. */
  where(condition: CompanySql): void {
    this.#conditions.push(condition);
  }

  filter({ department_id, branch_id, words }: PeopleFilter): void {
    if (department_id !== null) this.where(companySql`e.department_id = ${this.bind(department_id)}`);
    if (branch_id !== null) this.where(companySql`e.branch_id = ${this.bind(branch_id)}`);
    if (words.length === 0) return;
    const found = containsWords(this.#dialect, 'e.searched', this.#values.length + 2, words.length);
    this.where(companySql`${found.join(' AND ')}`);
    this.#values.push(...foldedWords(words));
  }

  list(): List {
    return {
      select: EMPLOYEE_SELECT,
      from: EMPLOYEE_FROM,
      countFrom: companySql`${employeeTable} e`,
      where: this.#conditions.reduce((all, condition) => companySql`${all} AND ${condition}`, companySql`1 = 1`),
      orderBy: 'e.searched, e.id',
      values: this.#values,
    };
  }
}

import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { Dialect } from '../database/sql/dialect.ts';
import { type Page, type PageRequest, pageOfIds, readPageBy } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { containsWords, foldedWords } from '../database/sql/word-search.ts';
import type { Locale } from '../locale.ts';
import { employeeTable } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT, type Employee, toEmployee } from './employee-queries.ts';

/** The filters that every list of people has; null and no words leave nobody out. */
export interface PeopleFilter {
  readonly department_id: number | null;
  readonly branch_id: number | null;
  /** Each must occur in the name, the e-mail address or the phone. */
  readonly words: readonly string[];
  /** The reader's language: in Hebrew, Hebrew names come first (D:A63). */
  readonly locale: Locale | null;
}

/** What people are sorted by. Code points alone would put all Latin names before the Hebrew ones. */
export const nameOrder = (searched: string, locale: Locale | null | undefined): string =>
  locale === 'he'
    ? `(CASE WHEN ${searched} >= '\u05D0' AND ${searched} < '\u05EB' THEN '0' ELSE '1' END || ${searched})`
    : searched;

/** Builds the query of a list of people (`e`), condition by condition. */
export class PeopleQuery {
  readonly #dialect: Dialect;
  readonly #values: SqlValue[] = [];
  readonly #conditions: CompanySql[] = [];
  #locale: Locale | null = null;

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

  filter({ department_id, branch_id, words, locale }: PeopleFilter): void {
    this.#locale = locale;
    if (department_id !== null) this.where(companySql`e.department_id = ${this.bind(department_id)}`);
    if (branch_id !== null) this.where(companySql`e.branch_id = ${this.bind(branch_id)}`);
    if (words.length === 0) return;
    const found = containsWords(this.#dialect, 'e.searched', this.#values.length + 2, words.length);
    this.where(companySql`${found.join(' AND ')}`);
    this.#values.push(...foldedWords(words));
  }

  /** One page by name, then by id. The page is found in the index by name, so that rows before it are not read. */
  read(scope: CompanyScope, page: PageRequest): Promise<Page<Employee>> {
    const where = this.#conditions.reduce((all, condition) => companySql`${all} AND ${condition}`, companySql`1 = 1`);
    const order = nameOrder('e.searched', this.#locale);
    const limit = this.#values.length + 2;
    const statement = pageOfIds(this.#dialect, {
      ids: companySql`SELECT e.id FROM ${employeeTable} e WHERE ${where}
        ORDER BY ${order}, e.id LIMIT $${limit} OFFSET $${limit + 1}`,
      counted: companySql`SELECT COUNT(*) AS list_total FROM ${employeeTable} e WHERE ${where}`,
      select: `${EMPLOYEE_SELECT}, ${order} AS list_name`,
      from: EMPLOYEE_FROM,
      id: 'e.id',
      shownOrder: ['list_name', 'id'],
    });
    return readPageBy(scope, statement, this.#values, page, toEmployee);
  }
}

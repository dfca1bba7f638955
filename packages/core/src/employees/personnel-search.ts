import { notSignedIn } from '../accounts/login-states.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { type Page, type PageRequest, readPageBy } from '../database/paging.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import { containsWords, foldedWords } from '../database/word-search.ts';
import { comparedValues } from '../input/list-filter.ts';
import { employeeTable } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT } from './employee-list-texts.ts';
import { type Employee, type EmployeeFilter, toEmployee } from './employee-queries.ts';

/** The people to search for; an absent or null filter, or a blank text, leaves nobody out. */
export interface PersonnelFilter extends EmployeeFilter {
  /** Words, at most 255 characters together; the name, e-mail address or phone must contain each. */
  readonly text?: string | null | undefined;
  /** `admin`, `manager` or `employee`; another role matches nobody. */
  readonly role?: string | null | undefined;
  /** True for active people who have never signed in. */
  readonly not_signed_in?: boolean | null | undefined;
}

const COMPARED = ['department_id', 'branch_id', 'status', 'role'] as const;

/**
 * Sorted by name, then by address, including frozen people unless filtered out. One index has all columns of filters
 * and order (`employee.ts`), so whole rows are read only for the page itself.
 */
export function searchEmployees(
  scope: CompanyScope,
  filter: PersonnelFilter,
  words: readonly string[],
  page: PageRequest,
): Promise<Page<Employee>> {
  const given = comparedValues(filter, COMPARED);
  const conditions = [
    ...[...given.keys()].map((column, index) => `e.${column} = $${index + 2}`),
    ...containsWords(scope.dialect, 'e.searched', given.size + 2, words.length),
  ];
  const values = [...given.values(), ...foldedWords(words)];
  const isNew = filter.not_signed_in ?? false;
  const where = companySql`${conditions.join(' AND ') || '1 = 1'}${isNew ? companySql` AND e.id IN (${notSignedIn})` : ''}`;
  const statement = searchStatement(where, { isSearch: words.length > 0, values: values.length });
  return readPageBy(scope, statement, values, page, toEmployee);
}

/**
 * The matches, their number, and the whole rows of one page. A search by words reads every person, so it runs once for
 * both; without words, counting and sorting by name each use an index.
 */
function searchStatement(
  where: CompanySql,
  { isSearch, values }: { readonly isSearch: boolean; readonly values: number },
): CompanySql {
  return companySql`WITH found AS ${isSearch ? 'MATERIALIZED' : 'NOT MATERIALIZED'}
      (SELECT e.id, e.searched FROM ${employeeTable} e WHERE ${where}),
    page AS MATERIALIZED (SELECT id, searched FROM found ORDER BY searched, id LIMIT $${values + 2} OFFSET $${values + 3})
    SELECT counted.total AS list_total, people.* FROM (SELECT COUNT(*) AS total FROM found) AS counted
    LEFT JOIN (SELECT 1 AS list_row, page.searched AS list_name, ${EMPLOYEE_SELECT}
      FROM ${EMPLOYEE_FROM} JOIN page ON page.id = e.id) AS people ON 1 = 1
    ORDER BY people.list_name, people.id`;
}

import { notSignedIn } from '../accounts/login-states.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { type Page, type PageRequest, readPageBy } from '../database/paging.ts';
import { type CompanySql, companySql } from '../database/statement.ts';
import { containsWords, foldedWords } from '../database/word-search.ts';
import { comparedValues } from '../input/list-filter.ts';
import { employeeTable } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT } from './employee-list-texts.ts';
import { type Employee, type EmployeeFilter, toEmployee } from './employee-queries.ts';

/** Whom to search for; what is absent, null or a blank text does not narrow. */
export interface PersonnelFilter extends EmployeeFilter {
  /** Words of at most 255 characters together, each of which name, e-mail address or phone contains. */
  readonly text?: string | null | undefined;
  /** `admin`, `manager` or `employee`; another role matches nobody. */
  readonly role?: string | null | undefined;
  /** True for the active people who have not signed in yet. */
  readonly not_signed_in?: boolean | null | undefined;
}

const COMPARED = ['department_id', 'branch_id', 'status', 'role'] as const;

/**
 * By name, people of one name by address; frozen people too unless filtered out. The columns that are compared and sorted
 * by stand in one index (`employee.ts`), so only the rows of the page itself are read whole.
 */
export function searchEmployees(
  scope: CompanyScope,
  filter: PersonnelFilter,
  words: readonly string[],
  page: PageRequest,
): Promise<Page<Employee>> {
  const asked = COMPARED.filter((name) => (filter[name] ?? null) !== null);
  const conditions = [
    ...asked.map((column, index) => `e.${column} = $${index + 2}`),
    ...containsWords(scope.dialect, 'e.searched', asked.length + 2, words.length),
  ];
  const values = [...comparedValues(filter, asked), ...foldedWords(words)];
  const isNew = filter.not_signed_in ?? false;
  const where = companySql`${conditions.join(' AND ') || '1 = 1'}${isNew ? companySql` AND e.id IN (${notSignedIn})` : ''}`;
  const statement = searchStatement(where, { isSearch: words.length > 0, values: values.length });
  return readPageBy(scope, statement, values, page, toEmployee);
}

/**
 * The people found, their number, and of a page of them the whole rows. A search by words looks at every person, so it is
 * done once for both; without one, counting and walking by name have an index each.
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

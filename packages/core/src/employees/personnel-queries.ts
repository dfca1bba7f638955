import { notSignedIn } from '../accounts/employee-login.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { type Page, type PageRequest, readPageBy } from '../database/sql/paging.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { containsWords, foldedWords } from '../database/sql/word-search.ts';
import { comparedValues } from '../input/list-filter.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Locale } from '../locale.ts';
import { isPossibleId } from '../possible-id.ts';
import { employeeTable, type SalaryType } from './employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT, type Employee, type EmployeeFilter, toEmployee } from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';
import { nameOrder } from './people-query.ts';
import { personVersion } from './person-version.ts';

/**
 * The data that an admin edits. The employee is a member of it, so that code that accepts an `Employee`, such as an
 * answer of the API, does not accept this.
 */
export interface PersonnelFile {
  readonly employee: Employee;
  readonly address: string | null;
  /** The last three digits, which tell two numbers apart. */
  readonly id_number_end: string;
  readonly salary_type: SalaryType;
  /** Decimal text with four places; null unless the salary type is `hourly`. */
  readonly hourly_rate: string | null;
  /** Decimal text with four places; null unless the salary type is `global`. */
  readonly global_salary: string | null;
  /** The version of all that `personnel.amend` changes, for its `expectedVersion`. */
  readonly version: string;
}

/** A person's file with the ID number as stored. */
interface StoredFile extends Omit<PersonnelFile, 'id_number_end'> {
  readonly idNumber: string;
  readonly idNumberHash: string;
}

// Amounts are read as text, because a host's drivers may convert numbers.
const FILE = companySql`SELECT ${EMPLOYEE_SELECT}, e.address, e.id_number, e.id_number_hash, e.salary_type,
  CAST(e.hourly_rate AS text) AS hourly_rate, CAST(e.global_salary AS text) AS global_salary
  FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function findFile(scope: CompanyScope, id: number): Promise<StoredFile | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(FILE, [id]);
  if (row === undefined) return null;
  const employee = toEmployee(row);
  const address = textOrNull(row.address);
  const idNumberHash = String(row.id_number_hash);
  const salary_type = row.salary_type === 'global' ? 'global' : 'hourly';
  const hourly_rate = textOrNull(row.hourly_rate);
  const global_salary = textOrNull(row.global_salary);
  const { name, email, phone, department, branch } = employee;
  const version = personVersion({
    ...{ name, email, phone, address, departmentId: department?.id ?? null, branchId: branch?.id ?? null },
    ...{ idNumberHash, salaryType: salary_type, hourlyRate: hourly_rate, globalSalary: global_salary },
  });
  const idNumber = String(row.id_number);
  return { employee, address, idNumber, idNumberHash, salary_type, hourly_rate, global_salary, version };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** Decrypts the nine digits of a file. Throws `ciphertext_corrupt`. */
export function storedIdNumber(keys: KeyRing, { idNumber, idNumberHash }: StoredFile): string {
  return keys.decrypt(ID_NUMBER_PURPOSE, idNumberHash, idNumber).toString();
}

/** How many people a company has. */
export interface PersonnelCounts {
  readonly active: number;
  readonly frozen: number;
  /** Among the active ones. */
  readonly notSignedIn: number;
}

const COUNTS = companySql`SELECT
  (SELECT COUNT(*) FROM ${employeeTable} a WHERE a.status = 'active') AS active,
  (SELECT COUNT(*) FROM ${employeeTable} f WHERE f.status = 'frozen') AS frozen,
  (SELECT COUNT(*) FROM (${notSignedIn}) AS waiting) AS not_signed_in`;

/** Counted by one statement, from indices. */
export async function countPeople(scope: CompanyScope): Promise<PersonnelCounts> {
  const [row] = await scope.rows(COUNTS);
  return {
    active: Number(row?.active),
    frozen: Number(row?.frozen),
    notSignedIn: Number(row?.not_signed_in),
  };
}

/** The people to search for; an absent or null filter, or a blank text, leaves nobody out. */
export interface PersonnelFilter extends EmployeeFilter {
  /** Words, at most 255 characters together; the name, e-mail address or phone must contain each. */
  readonly text?: string | null | undefined;
  /** `admin`, `manager` or `employee`; another role matches nobody. */
  readonly role?: string | null | undefined;
  /** True for active people who have never signed in. */
  readonly not_signed_in?: boolean | null | undefined;
  /** The reader's language: with `he`, Hebrew names come first. */
  readonly locale?: Locale | null | undefined;
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
  const given = comparedValues(filter, COMPARED, ['text', 'not_signed_in', 'locale']);
  const conditions = [
    ...[...given.keys()].map((column, index) => `e.${column} = $${index + 2}`),
    ...containsWords(scope.dialect, 'e.searched', given.size + 2, words.length),
  ];
  const values = [...given.values(), ...foldedWords(words)];
  const isNew = filter.not_signed_in ?? false;
  const where = companySql`${conditions.join(' AND ') || '1 = 1'}${isNew ? companySql` AND e.id IN (${notSignedIn})` : ''}`;
  const statement = searchStatement(where, {
    isSearch: words.length > 0,
    values: values.length,
    order: (searched) => nameOrder(searched, filter.locale),
  });
  return readPageBy(scope, statement, values, page, toEmployee);
}

/**
 * The matches, their number, and the whole rows of one page. A search by words reads every person, so it runs once for
 * both; without words, counting and sorting by name each use an index.
 */
function searchStatement(
  where: CompanySql,
  { isSearch, values, order }: Readonly<{ isSearch: boolean; values: number; order: (searched: string) => string }>,
): CompanySql {
  return companySql`WITH found AS ${isSearch ? 'MATERIALIZED' : 'NOT MATERIALIZED'}
      (SELECT e.id, e.searched FROM ${employeeTable} e WHERE ${where}),
    page AS MATERIALIZED (SELECT id, searched FROM found
      ORDER BY ${order('searched')}, id LIMIT $${values + 2} OFFSET $${values + 3})
    SELECT counted.total AS list_total, people.* FROM (SELECT COUNT(*) AS total FROM found) AS counted
    LEFT JOIN (SELECT 1 AS list_row, page.searched AS list_name, ${EMPLOYEE_SELECT}
      FROM ${EMPLOYEE_FROM} JOIN page ON page.id = e.id) AS people ON 1 = 1
    ORDER BY ${order('people.list_name')}, people.id`;
}

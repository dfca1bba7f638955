import { loginTable } from '../accounts/login.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import { type Page, type PageRequest, readPage } from '../database/paging.ts';
import { companySql } from '../database/statement.ts';
import { CONTAINS_WORDS } from '../database/word-search.ts';
import { isPossibleId } from '../input/possible-id.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { employeeTable, type SalaryType } from './employee.ts';
import {
  EMPLOYEE_FROM,
  EMPLOYEE_SELECT,
  type Employee,
  type EmployeeFilter,
  employeeList,
  listEmployees,
  toEmployee,
} from './employee-queries.ts';
import { ID_NUMBER_PURPOSE } from './id-number-encryption.ts';

/** Whom to search for; what is absent, null or a blank text does not narrow. */
export interface PersonnelFilter extends EmployeeFilter {
  /** Words of at most 255 characters together, each of which name, e-mail address or phone contains. */
  readonly text?: string | null | undefined;
}

/**
 * What an admin edits. The employee is a member of it: whatever takes an `Employee`, such as an answer of the API, does
 * not take this.
 */
export interface PersonnelFile {
  readonly employee: Employee;
  readonly address: string | null;
  /** The last three digits, by which two numbers can be told apart. */
  readonly id_number_end: string;
  readonly salary_type: SalaryType;
  /** Decimal text with four places; null unless the salary type is `hourly`. */
  readonly hourly_rate: string | null;
  /** Decimal text with four places; null unless the salary type is `global`. */
  readonly global_salary: string | null;
}

/** A person's file with the ID number as stored. */
export interface StoredFile extends Omit<PersonnelFile, 'id_number_end'> {
  readonly idNumber: string;
  readonly idNumberHash: string;
}

/** Words have no space in them, so none is found across two of these. The log-in has the address in NFC (D:W10). */
const SEARCHED = `e.name || ' ' || e.email || ' ' || l.email_key || ' ' || COALESCE(e.phone, '') || ' ' ||
  COALESCE(e.phone_e164, '') || ' ' || ${['-', ' ', '.', '(', ')'].reduce((text, mark) => `replace(${text}, '${mark}', '')`, "COALESCE(e.phone, '')")}`;
const LOGIN = companySql`${loginTable} l ON l.employee_id = e.id`;

/** By id ascending; frozen people too unless filtered out. `words` are in NFC. */
export function searchEmployees(
  scope: CompanyScope,
  filter: EmployeeFilter,
  words: readonly string[],
  page: PageRequest,
): Promise<Page<Employee>> {
  const list = employeeList(filter);
  if (words.length === 0) return listEmployees(scope, filter, page);
  const contains = CONTAINS_WORDS[scope.dialect];
  const searched = {
    ...list,
    from: companySql`${EMPLOYEE_FROM} JOIN ${LOGIN}`,
    countFrom: companySql`${employeeTable} e JOIN ${LOGIN}`,
    where: `${list.where} AND ${contains.condition(`(${SEARCHED})`, list.values.length + 2)}`,
    values: [...list.values, ...contains.values(words)],
  };
  return readPage(scope, searched, page, toEmployee);
}

// Amounts as text whatever a host's drivers make of a number.
const FILE = companySql`SELECT ${EMPLOYEE_SELECT}, e.address, e.id_number, e.id_number_hash, e.salary_type,
  CAST(e.hourly_rate AS text) AS hourly_rate, CAST(e.global_salary AS text) AS global_salary
  FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function findFile(scope: CompanyScope, id: number): Promise<StoredFile | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(FILE, [id]);
  if (row === undefined) return null;
  return {
    employee: toEmployee(row),
    address: textOrNull(row.address),
    idNumber: String(row.id_number),
    idNumberHash: String(row.id_number_hash),
    salary_type: row.salary_type === 'global' ? 'global' : 'hourly',
    hourly_rate: textOrNull(row.hourly_rate),
    global_salary: textOrNull(row.global_salary),
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** The nine digits that a file holds encrypted. Throws `ciphertext_corrupt`. */
export function storedIdNumber(keys: KeyRing, { idNumber, idNumberHash }: StoredFile): string {
  return keys.decrypt(ID_NUMBER_PURPOSE, idNumberHash, idNumber).toString();
}

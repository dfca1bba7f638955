import type { CompanyRow } from '../companies/company.ts';
import type { CompanyScope, NewRow } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { type Page, type PageRequest, readPage } from '../database/paging.ts';
import type { RawRow } from '../database/sql.ts';
import { notFound } from '../errors.ts';
import { emailKey } from '../input/email-field.ts';
import { comparedValues } from '../input/list-filter.ts';
import { isPossibleId } from '../input/possible-id.ts';
import { type EmployeeRow, employeeTable } from './employee.ts';
import type { EmployeeChange } from './employee-input.ts';

/** A department or branch, as an employee shows it (SPEC 2). */
export interface OrgRef {
  readonly id: number;
  readonly name: string;
}

/**
 * An employee as anybody outside core sees him. It has no ID number, salary, balance or password, so that no response
 * can be built with one (SPEC 1; DESIGN, Never exposed by construction).
 */
export interface Employee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: string;
  readonly status: 'active' | 'frozen';
  readonly department: OrgRef | null;
  readonly branch: OrgRef | null;
}

/** Query of GET /employees (SPEC 4); what is absent or null does not narrow. */
export interface EmployeeFilter {
  readonly department_id?: number | null | undefined;
  readonly branch_id?: number | null | undefined;
  readonly status?: string | null | undefined;
}

const FILTERS = ['department_id', 'branch_id', 'status'] as const;

export const EMPLOYEE_SELECT =
  'e.id, e.name, e.email, e.phone, e.role, e.status, e.department_id, d.name AS department_name, e.branch_id, b.name AS branch_name';
export const EMPLOYEE_FROM = `"shaon_employee" e
  LEFT JOIN "shaon_department" d ON d.company_id = e.company_id AND d.id = e.department_id
  LEFT JOIN "shaon_branch" b ON b.company_id = e.company_id AND b.id = e.branch_id`;
const GET = `SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.company_id = $1 AND e.id = $2`;

export async function findEmployee(scope: CompanyScope, id: number): Promise<Employee | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(GET, [id]);
  return row === undefined ? null : toEmployee(row);
}

/** By id ascending, frozen ones too unless filtered out (D:Q20, Q25). */
export function listEmployees(scope: CompanyScope, filter: EmployeeFilter, page: PageRequest): Promise<Page<Employee>> {
  return readPage(scope, employeeList(filter), page, toEmployee);
}

/** The statement of that list. */
export function employeeList(filter: EmployeeFilter) {
  const asked = FILTERS.filter((name) => (filter[name] ?? null) !== null);
  const conditions = ['e.company_id = $1', ...asked.map((column, index) => `e.${column} = $${index + 2}`)];
  return {
    select: EMPLOYEE_SELECT,
    from: EMPLOYEE_FROM,
    countFrom: '"shaon_employee" e',
    where: conditions.join(' AND '),
    orderBy: 'e.id',
    values: comparedValues(filter, asked),
  };
}

/** The stored row, locked until the transaction ends. */
export async function lockEmployee(scope: CompanyScope, id: number): Promise<EmployeeRow | null> {
  if (!isPossibleId(id)) return null;
  const { forUpdate } = DIFFERENCES[scope.dialect];
  const text = `SELECT ${employeeTable.selection(scope.dialect)} FROM "shaon_employee" WHERE company_id = $1 AND id = $2 ${forUpdate}`;
  const [row] = await scope.rows(text, [id]);
  return row === undefined ? null : employeeTable.fromDatabase(row);
}

const SURROUNDINGS = `SELECT c.name AS company_name, c.locale, c.phone_region,
  (SELECT COUNT(*) FROM "shaon_login" WHERE email_key = $2 AND (employee_id IS NULL OR employee_id <> $6)) AS email_taken,
  (SELECT COUNT(*) FROM "shaon_employee" WHERE id_number_hash = $3) AS id_number_taken,
  (SELECT name FROM "shaon_department" WHERE company_id = $1 AND id = $4) AS department_name,
  (SELECT name FROM "shaon_branch" WHERE company_id = $1 AND id = $5) AS branch_name
  FROM "shaon_company" c WHERE c.id = $1`;

/** What the database says of an employee's unique and referring fields, and of the company he is in. */
export interface Surroundings {
  readonly emailTaken: boolean;
  readonly idNumberTaken: boolean;
  /** Null for what was not asked for and for what the company does not have. */
  readonly department: OrgRef | null;
  readonly branch: OrgRef | null;
  readonly company: Pick<CompanyRow, 'name' | 'locale' | 'phoneRegion'>;
}

/** Whether a change names anything that lies outside the employee's own row. */
export function asksAround({ email, phone, department_id, branch_id }: EmployeeChange): boolean {
  return [email, phone, department_id, branch_id].some((value) => value !== undefined && value !== null);
}

/** By one statement; `exceptId` is the employee himself, who may keep his address. Throws `not_found` without a company. */
export async function findSurroundings(
  scope: CompanyScope,
  { email, department_id = null, branch_id = null }: EmployeeChange,
  idNumberHash: string | null,
  exceptId = 0,
): Promise<Surroundings> {
  const [row] = await scope.rows(SURROUNDINGS, [
    email == null ? '' : emailKey(email),
    idNumberHash ?? '',
    department_id ?? 0,
    branch_id ?? 0,
    exceptId,
  ]);
  if (row === undefined) throw notFound('company');
  return {
    emailTaken: Number(row.email_taken) > 0,
    idNumberTaken: Number(row.id_number_taken) > 0,
    department: foundRef(department_id, row.department_name),
    branch: foundRef(branch_id, row.branch_name),
    company: {
      name: String(row.company_name),
      locale: row.locale === 'en' ? 'en' : 'he',
      phoneRegion: String(row.phone_region),
    },
  };
}

function foundRef(id: number | null, name: unknown): OrgRef | null {
  return id === null || name === null ? null : { id, name: String(name) };
}

export function toEmployee(row: RawRow): Employee {
  return {
    id: Number(row.id),
    name: String(row.name),
    email: String(row.email),
    phone: row.phone === null ? null : String(row.phone),
    role: String(row.role),
    status: row.status === 'frozen' ? 'frozen' : 'active',
    department: orgRef(row.department_id, row.department_name),
    branch: orgRef(row.branch_id, row.branch_name),
  };
}

/** A row that was written a moment ago, as anybody outside sees it. */
export function shownEmployee(
  id: number,
  row: NewRow<EmployeeRow>,
  { department, branch }: Pick<Employee, 'department' | 'branch'>,
): Employee {
  const { name, email, phone, role, status } = row;
  return { id, name, email, phone, role, status, department, branch };
}

function orgRef(id: unknown, name: unknown): OrgRef | null {
  return id === null ? null : { id: Number(id), name: String(name) };
}

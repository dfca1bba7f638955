import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type Page, type PageRequest, pageByIds, readPageBy } from '../database/sql/paging.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import { getOrMake } from '../get-or-make.ts';
import { comparedValues } from '../input/list-filter.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { isPossibleId } from '../possible-id.ts';
import { employeeTable } from './employee.ts';

/** A department or branch, as an employee shows it (SPEC 2). */
export interface OrgRef {
  /** As in the list of departments or branches. */
  readonly id: number;
  readonly name: string;
}

/**
 * An employee as callers of core see them. It has no ID number, salary, balance or password, so that no response can
 * contain one (SPEC 1).
 */
export interface Employee {
  /** From 1 to 2^31 − 1, unique at least in the company, and never reused for another person. */
  readonly id: number;
  readonly name: string;
  /** Unique in the whole installation (SPEC 2). */
  readonly email: string;
  /** As it was entered; null if unknown. */
  readonly phone: string | null;
  /** `employee`, `manager` or `admin`; a host's own roles are returned unchanged. */
  readonly role: string;
  /** `frozen` for people who may not log in or punch; all lists contain them. */
  readonly status: 'active' | 'frozen';
  /** The current one; null for none. */
  readonly department: OrgRef | null;
  /** The current one; null for none. */
  readonly branch: OrgRef | null;
}

/** Query of GET /employees (SPEC 4); an absent or null filter leaves nobody out. */
export interface EmployeeFilter {
  /** Of `department.id`. */
  readonly department_id?: number | null | undefined;
  /** Of `branch.id`. */
  readonly branch_id?: number | null | undefined;
  /** Equal, case-sensitive; an unknown status matches nobody (D:Q18). */
  readonly status?: string | null | undefined;
}

/** The column that equals each filter. */
const COLUMNS: Readonly<Record<keyof EmployeeFilter, string>> = {
  department_id: 'department_id',
  branch_id: 'branch_id',
  status: 'status',
};
const FILTERS = Object.keys(COLUMNS) as (keyof EmployeeFilter)[];

const OWN_COLUMNS = ['id', 'name', 'email', 'phone', 'role', 'status', 'department_id', 'branch_id'];

/** The columns shown of an employee `e`, with their department and branch. */
export const EMPLOYEE_SELECT: string = `${OWN_COLUMNS.map((name) => `e.${name}`).join(', ')}, d.name AS department_name, b.name AS branch_name`;
export const EMPLOYEE_FROM: CompanySql = companySql`${employeeTable} e
  LEFT JOIN ${departmentTable} d ON d.id = e.department_id
  LEFT JOIN ${branchTable} b ON b.id = e.branch_id`;

const GET = companySql`SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function findEmployee(scope: CompanyScope, id: number): Promise<Employee | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(GET, [id]);
  return row === undefined ? null : toEmployee(row);
}

/** By id ascending, including frozen ones unless filtered out (D:Q20, Q25). */
export function listEmployees(scope: CompanyScope, filter: EmployeeFilter, page: PageRequest): Promise<Page<Employee>> {
  const given = comparedValues(filter, FILTERS);
  const statement = listStatement(scope.dialect, [...given.keys()]);
  return readPageBy(scope, statement, [...given.values()], page, toEmployee);
}

/** Kept by filters, so that each is prepared once. */
const LISTS = new Map<string, CompanySql>();

const listStatement = (dialect: Dialect, names: readonly (keyof EmployeeFilter)[]): CompanySql =>
  getOrMake(LISTS, `${dialect} ${names.join()}`, () =>
    pageByIds(dialect, {
      found: companySql`${readByIndex(employeeTable, DIFFERENCES[dialect].byIndex('shaon_employee_list_idx'))} a`,
      where: ['1 = 1', ...names.map((name, index) => `a.${COLUMNS[name]} = $${index + 2}`)].join(' AND '),
      orderBy: 'a.id',
      values: names.length,
      select: EMPLOYEE_SELECT,
      from: EMPLOYEE_FROM,
      id: 'e.id',
      shownOrder: ['id'],
    }),
  );

/** The part of an employee that sheets, leave and the calendar show. */
export type EmployeeSummary = Pick<Employee, 'id' | 'name' | 'status' | 'department' | 'branch'>;

export function employeeSummary({ id, name, status, department, branch }: Employee): EmployeeSummary {
  return { id, name, status, department, branch };
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

/** Makes the employee from a row that was just written. */
export function shownEmployee(
  id: number,
  row: Omit<Employee, 'id' | 'department' | 'branch'>,
  { department, branch }: Pick<Employee, 'department' | 'branch'>,
): Employee {
  const { name, email, phone, role, status } = row;
  return { id, name, email, phone, role, status, department, branch };
}

/** A department or branch from a row; null for none, or for one that the company does not have. */
export function orgRef(id: unknown, name: unknown): OrgRef | null {
  return id === null || name === null ? null : { id: Number(id), name: String(name) };
}

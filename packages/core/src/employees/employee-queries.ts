import type { CompanyScope } from '../database/company-scope.ts';
import { memberOf } from '../database/counts/counted-rows.ts';
import { type Page, type PageRequest, readPageBy } from '../database/paging.ts';
import type { RawRow } from '../database/sql.ts';
import { companySql } from '../database/statement.ts';
import { comparedValues } from '../input/list-filter.ts';
import { isPossibleId } from '../possible-id.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT, type EmployeeListShape, employeeListText } from './employee-list-texts.ts';

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

/** In the order of the counts' features. */
const UNITS = ['department_id', 'branch_id'] as const;

const GET = companySql`SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.id = $2`;

export async function findEmployee(scope: CompanyScope, id: number): Promise<Employee | null> {
  if (!isPossibleId(id)) return null;
  const [row] = await scope.rows(GET, [id]);
  return row === undefined ? null : toEmployee(row);
}

/** By id ascending, including frozen ones unless filtered out (D:Q20, Q25); total and page come from stored counts. */
export function listEmployees(scope: CompanyScope, filter: EmployeeFilter, page: PageRequest): Promise<Page<Employee>> {
  const status = filter.status ?? null;
  const given = comparedValues(filter, UNITS);
  const [units, ids] = [[...given.keys()], [...given.values()]];
  const statement = employeeListText(scope.dialect, { units, status: shapeOf(status) }, page.page === 1);
  return readPageBy(scope, statement, ids.length === 0 ? [] : [...ids, memberOf(ids.map(String))], page, toEmployee);
}

/** No employee has another status (D:Q18). */
const shapeOf = (status: string | null): EmployeeListShape['status'] =>
  status === null || status === 'active' || status === 'frozen' ? status : 'nobody';

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

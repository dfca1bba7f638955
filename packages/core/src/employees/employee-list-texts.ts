import { type ListedRows, orderOf, rowAt, rowsBetween } from '../database/counts/count-queries.ts';
import { parameterOf } from '../database/counts/counted-list.ts';
import { kindOf } from '../database/counts/counted-rows.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { pageStatement } from '../database/paging.ts';
import { type CompanySql, companySql, readByIndex } from '../database/statement.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { type EmployeeStatus, employeeTable } from './employee.ts';
import { BLOCK, countedEmployees, employeeCountTable } from './employee-count.ts';

const OWN_COLUMNS = ['id', 'name', 'email', 'phone', 'role', 'status', 'department_id', 'branch_id'];
const ownColumns = (employee: string): string => OWN_COLUMNS.map((name) => `${employee}.${name}`).join(', ');

/** What is shown of an employee `e`, with their department and branch. */
export const EMPLOYEE_SELECT: string = `${ownColumns('e')}, d.name AS department_name, b.name AS branch_name`;
export const EMPLOYEE_FROM: CompanySql = companySql`${employeeTable} e
  LEFT JOIN ${departmentTable} d ON d.id = e.department_id
  LEFT JOIN ${branchTable} b ON b.id = e.branch_id`;

/** Joins a page when it is cut off: joined before, it moves PostgreSQL to read all of a company first. */
const withUnits = (
  page: CompanySql,
): CompanySql => companySql`SELECT shown.*, d.name AS department_name, b.name AS branch_name
  FROM (${page}) AS shown LEFT JOIN ${departmentTable} d ON d.id = shown.department_id
  LEFT JOIN ${branchTable} b ON b.id = shown.branch_id ORDER BY shown.id`;

/** Which index has the employees of a unit by id, by the kind of the mix; that of all has no name on SQLite. */
const INDICES: Readonly<Record<string, string | undefined>> = {
  department: 'shaon_employee_company_id_department_id_id_status_idx',
  branch: 'shaon_employee_company_id_branch_id_id_status_idx',
  'department branch': 'shaon_employee_company_id_department_id_branch_id_id_status_idx',
};
/** The same of the frozen, who have indices of their own. */
const INDICES_OF_FROZEN: Readonly<Record<string, string | undefined>> = {
  all: 'shaon_employee_frozen_idx',
  department: 'shaon_employee_frozen_department_idx',
  branch: 'shaon_employee_frozen_branch_idx',
  'department branch': 'shaon_employee_frozen_department_branch_idx',
};

/** As words and no values: only so is an index of the frozen found. */
const IS_LISTED: Readonly<Record<EmployeeStatus | 'nobody' | 'everybody', string>> = {
  active: `a.status = 'active'`,
  frozen: `a.status = 'frozen'`,
  nobody: '1 = 0',
  everybody: '1 = 1',
};

const texts = new Map<string, CompanySql>();

/** Whom a list has: the columns of units whose ids are given, and which status, which stands in the text itself. */
export interface EmployeeListShape {
  readonly units: readonly string[];
  readonly status: EmployeeStatus | 'nobody' | null;
}

/** The statement of a page of employees: its values are the ids of the units and then, filtered, the counts' member. */
export function employeeListText(dialect: Dialect, shape: EmployeeListShape, isFirstPage: boolean): CompanySql {
  const key = `${dialect} ${isFirstPage} ${shape.units.join()} ${shape.status}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = makeText(dialect, shape, isFirstPage);
    texts.set(key, text);
  }
  return text;
}

function makeText(dialect: Dialect, { units, status }: EmployeeListShape, isFirstPage: boolean): CompanySql {
  const asked = status === null ? units : [...units, 'status'];
  const names = asked.length === 0 ? [] : [...units, 'member'];
  const kindBy = (columns: readonly string[]) =>
    kindOf(countedEmployees.features.filter(({ column }) => columns.includes(column)));
  const member = asked.length === 0 ? "''" : parameterOf(names, 'member');
  const counts = companySql`FROM ${employeeCountTable} c WHERE kind = '${kindBy(asked)}' AND member = ${member}`;
  const index = (status === 'frozen' ? INDICES_OF_FROZEN : INDICES)[kindBy(units)];
  const hint = index === undefined ? '' : DIFFERENCES[dialect].byIndex(index);
  const people = companySql`${readByIndex(employeeTable, hint)} a`;
  const rows: ListedRows = {
    dialect,
    from: people,
    isListed: IS_LISTED[status ?? 'everybody'],
    equal: units.map((name) => [name, parameterOf(names, name)]),
    order: ['id'],
  };
  const page = {
    select: ownColumns('a'),
    from: people,
    joined: withUnits,
    orderBy: orderOf(rows),
    longestPage: DIFFERENCES[dialect].longestPage,
    total: companySql`COALESCE((SELECT SUM(total) ${counts}), 0)`,
  };
  if (isFirstPage) return pageStatement({ ...page, where: rowsBetween(rows) }, names.length);
  const where = rowsBetween(rows, ['(SELECT id FROM page_start)']);
  return pageStatement({ ...page, where, start: (offset) => pageStart(rows, counts, offset) }, names.length);
}

/** A `WITH` clause whose `page_start` has the id of the page's first employee, or no row when the list ends before it. */
function pageStart(rows: ListedRows, counts: CompanySql, offset: string): CompanySql {
  const first = `(SELECT block FROM start_block) * ${BLOCK}`;
  const range = [[first], [`${first} + ${BLOCK - 1}`]] as const;
  const wanted = `CAST(${offset} AS bigint)`;
  return companySql`WITH blocks AS (SELECT block, SUM(total) AS total, SUM(SUM(total)) OVER (ORDER BY block) AS up_to ${counts}
      GROUP BY block),
    start_block AS (SELECT block, CAST(${wanted} - (up_to - total) AS bigint) AS skip,
        CAST(up_to - ${wanted} - 1 AS bigint) AS behind
      FROM blocks WHERE up_to > ${wanted} ORDER BY block LIMIT 1),
    page_start AS (SELECT ${rowAt(rows, range, 'start_block')} AS id FROM start_block)`;
}

import { type ListedRows, orderOf, rowAt, rowsBetween } from '../database/counts/count-queries.ts';
import { parameterOf } from '../database/counts/counted-list.ts';
import { kindOf } from '../database/counts/counted-rows.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { pageStatement } from '../database/paging.ts';
import { type CompanySql, companySql, readByIndex } from '../database/statement.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { employeeTable } from './employee.ts';
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

/** Which index has the employees of a mix of filters by id, by the kind of the mix; that of `all` has no name on SQLite. */
const INDICES: Readonly<Record<string, string | undefined>> = {
  department: 'shaon_employee_company_id_department_id_id_idx',
  branch: 'shaon_employee_company_id_branch_id_id_idx',
  status: 'shaon_employee_company_id_status_id_idx',
  'department branch': 'shaon_employee_company_id_department_id_branch_id_id_idx',
  'department status': 'shaon_employee_company_id_department_id_status_id_idx',
  'branch status': 'shaon_employee_company_id_branch_id_status_id_idx',
  'department branch status': 'shaon_employee_units_status_idx',
};

const texts = new Map<string, CompanySql>();

/** The statement of a page of employees, given the names of the filters; the member of the counts comes behind them. */
export function employeeListText(dialect: Dialect, asked: readonly string[], isFirstPage: boolean): CompanySql {
  const key = `${dialect} ${isFirstPage} ${asked.join()}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = makeText(dialect, asked, isFirstPage);
    texts.set(key, text);
  }
  return text;
}

function makeText(dialect: Dialect, asked: readonly string[], isFirstPage: boolean): CompanySql {
  const names = asked.length === 0 ? [] : [...asked, 'member'];
  const kind = kindOf(countedEmployees.features.filter(({ column }) => asked.includes(column)));
  const member = asked.length === 0 ? "''" : parameterOf(names, 'member');
  const counts = companySql`FROM ${employeeCountTable} c WHERE kind = '${kind}' AND member = ${member}`;
  const index = INDICES[kind];
  const hint = index === undefined ? '' : DIFFERENCES[dialect].byIndex(index);
  const people = companySql`${readByIndex(employeeTable, hint)} a`;
  const rows: ListedRows = {
    dialect,
    from: people,
    isListed: '1 = 1',
    equal: asked.map((name) => [name, parameterOf(names, name)]),
    order: ['id'],
  };
  const page = {
    select: ownColumns('a'),
    from: people,
    joined: withUnits,
    orderBy: orderOf(rows),
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

import { isOfList, type ListedRows, orderOf, rowAt, rowsFrom } from '../database/counts/count-queries.ts';
import { parameterOf } from '../database/counts/counted-list.ts';
import { kindOf, TOTAL, totalOf } from '../database/counts/counted-rows.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { pageStatement } from '../database/paging.ts';
import { type CompanySql, companySql, readByIndex } from '../database/statement.ts';
import { getOrMake } from '../get-or-make.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import { type EmployeeStatus, employeeTable } from './employee.ts';
import { BLOCK, countedEmployees } from './employee-count.ts';

const OWN_COLUMNS = ['id', 'name', 'email', 'phone', 'role', 'status', 'department_id', 'branch_id'];
const ownColumns = (employee: string): string => OWN_COLUMNS.map((name) => `${employee}.${name}`).join(', ');

/** The columns shown of an employee `e`, with their department and branch. */
export const EMPLOYEE_SELECT: string = `${ownColumns('e')}, d.name AS department_name, b.name AS branch_name`;
export const EMPLOYEE_FROM: CompanySql = companySql`${employeeTable} e
  LEFT JOIN ${departmentTable} d ON d.id = e.department_id
  LEFT JOIN ${branchTable} b ON b.id = e.branch_id`;

/** Joined after LIMIT: joined before, PostgreSQL would read all employees of a company first. */
const withUnits = (
  page: CompanySql,
): CompanySql => companySql`SELECT shown.*, d.name AS department_name, b.name AS branch_name
  FROM (${page}) AS shown LEFT JOIN ${departmentTable} d ON d.id = shown.department_id
  LEFT JOIN ${branchTable} b ON b.id = shown.branch_id ORDER BY shown.id`;

/** For each kind of mix of units, the index that has its employees by id; SQLite's index for `all` has no name. */
const INDICES: Readonly<Record<string, string | undefined>> = {
  department: 'shaon_employee_company_id_department_id_id_idx',
  branch: 'shaon_employee_company_id_branch_id_id_idx',
  'department branch': 'shaon_employee_company_id_department_id_branch_id_id_idx',
};

/** The same for employees of one status. */
const indicesOf = (status: EmployeeStatus): typeof INDICES => ({
  all: 'shaon_employee_company_id_status_id_idx',
  department: `shaon_employee_${status}_department_idx`,
  branch: `shaon_employee_${status}_branch_idx`,
  'department branch': `shaon_employee_${status}_department_branch_idx`,
});
const INDICES_OF: Readonly<Record<EmployeeStatus | 'nobody', typeof INDICES>> = {
  active: indicesOf('active'),
  frozen: indicesOf('frozen'),
  nobody: INDICES,
};

/** The column of the counts that holds the list's totals. */
const TOTALS: Readonly<Record<EmployeeStatus | 'nobody' | 'all', string>> = {
  active: totalOf('active'),
  frozen: totalOf('frozen'),
  nobody: '0',
  all: TOTAL,
};

const texts = new Map<string, CompanySql>();

/** The columns of units by whose ids a list is filtered, and its status, which is part of the text. */
export interface EmployeeListShape {
  readonly units: readonly string[];
  readonly status: EmployeeStatus | 'nobody' | null;
}

/** The statement of a page of employees. Its values: the ids of the units, then, if there are any, the counts' member. */
export function employeeListText(dialect: Dialect, shape: EmployeeListShape, isFirstPage: boolean): CompanySql {
  const key = `${dialect} ${isFirstPage} ${shape.units.join()} ${shape.status}`;
  return getOrMake(texts, key, () => makeText(dialect, shape, isFirstPage));
}

function makeText(dialect: Dialect, { units, status }: EmployeeListShape, isFirstPage: boolean): CompanySql {
  const names = units.length === 0 ? [] : [...units, 'member'];
  const kind = kindOf(countedEmployees.features.filter(({ column }) => units.includes(column)));
  const member = units.length === 0 ? "''" : parameterOf(names, 'member');
  const total = TOTALS[status ?? 'all'];
  const counts = companySql`FROM ${countedEmployees.counts} c WHERE kind = '${kind}' AND member = ${member}`;
  const index = (status === null ? INDICES : INDICES_OF[status])[kind];
  const hint = index === undefined ? '' : DIFFERENCES[dialect].byIndex(index);
  const people = companySql`${readByIndex(employeeTable, hint)} a`;
  const equal = units.map((name) => [name, parameterOf(names, name)] as const);
  const rows: ListedRows = {
    dialect,
    from: people,
    ...conditionsOf(status, equal),
    order: ['id'],
  };
  const page = {
    select: ownColumns('a'),
    from: people,
    joined: withUnits,
    orderBy: orderOf(rows),
    rowCondition: isOfList(rows),
    longestPage: DIFFERENCES[dialect].longestPage,
    total: companySql`COALESCE((SELECT SUM(${total}) ${counts}), 0)`,
  };
  if (isFirstPage && dialect === 'postgres' && rows.equal.length === 0) {
    const start = (offset: string) => companySql`WITH page_start AS (${firstId(counts, offset)})`;
    return pageStatement({ ...page, where: rowsFrom(rows, [PAGE_START]), start }, names.length);
  }
  // With the range from id 0, SQLite uses the index of company and id, whatever its statistics.
  if (isFirstPage) return pageStatement({ ...page, where: rowsFrom(rows, ['0']) }, names.length);
  const later = {
    where: rowsFrom(rows, [PAGE_START]),
    start: (offset: string) => pageStart(rows, { counts, total }, offset),
    total: companySql`COALESCE((SELECT MAX(up_to) FROM blocks), 0)`,
  };
  return pageStatement({ ...page, ...later }, names.length);
}

/**
 * A status is written into the text, because only then are its partial indices used. Without a unit it is part of the
 * range; otherwise PostgreSQL would scan the primary key for rows of that status.
 */
function conditionsOf(
  status: EmployeeListShape['status'],
  units: ListedRows['equal'],
): Pick<ListedRows, 'isListed' | 'equal'> {
  // Written out, PostgreSQL uses the partial indices of a unit; the range does not tell it that the unit is not null.
  const isIn = units.map(([column]) => `a.${column} IS NOT NULL`);
  if (status === null) return { isListed: ['1 = 1', ...isIn].join(' AND '), equal: units };
  if (status === 'nobody') return { isListed: '1 = 0', equal: units };
  if (units.length === 0) return { isListed: '1 = 1', equal: [['status', `'${status}'`]] };
  return { isListed: [`a.status = '${status}'`, ...isIn].join(' AND '), equal: units };
}

const PAGE_START = '(SELECT id FROM page_start)';

/**
 * An id before all of the company's. At times PostgreSQL scans the primary key, which has the employees of all
 * companies: if half of them are one company's, that seems as good as the company's index. Employees that were not
 * written by Shaon are on the first page once they are counted.
 */
const firstId = (counts: CompanySql, offset: string): CompanySql =>
  companySql`SELECT COALESCE(MIN(block), 0) * ${BLOCK} + CAST(${offset} AS bigint) AS id ${counts}`;

/** A `WITH` clause whose `page_start` has the id of the page's first employee; no row if the list ends before it. */
function pageStart(
  rows: ListedRows,
  { counts, total }: { readonly counts: CompanySql; readonly total: string },
  offset: string,
): CompanySql {
  const first = `(SELECT block FROM start_block) * ${BLOCK}`;
  const range = [[first], [`${first} + ${BLOCK - 1}`]] as const;
  const wanted = `CAST(${offset} AS bigint)`;
  return companySql`WITH blocks AS (SELECT block, SUM(${total}) AS total, SUM(SUM(${total})) OVER (ORDER BY block) AS up_to ${counts}
      GROUP BY block),
    start_block AS (SELECT block, CAST(${wanted} - (up_to - total) AS bigint) AS skip,
        CAST(up_to - ${wanted} - 1 AS bigint) AS behind
      FROM blocks WHERE up_to > ${wanted} ORDER BY block LIMIT 1),
    page_start AS (SELECT ${rowAt(rows, range, 'start_block')} AS id FROM start_block)`;
}

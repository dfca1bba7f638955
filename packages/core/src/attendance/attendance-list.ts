import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type Page, type PageRequest, pageByIds, pageValues, parameterOf, readPageBy } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { EMPLOYEE_ORDER, recordsOfEmployee } from '../employees/records-of-employee.ts';
import { getOrMake } from '../get-or-make.ts';
import { comparedValues } from '../input/list-filter.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { attendanceTable } from './attendance.ts';
import { type AttendanceRecord, recordColumns, recordFromDatabase } from './attendance-record.ts';
import { type CountedColumn, type ReadPath, readPath } from './list-plan.ts';
import { type ListFilters, listStatement, monthsStatement } from './list-statement.ts';

/** Query of GET /attendance (SPEC 4); an absent or null filter leaves no record out. */
export interface AttendanceFilter {
  /** `YYYY-MM-DD`, inclusive. */
  readonly date_from?: CalendarDate | null | undefined;
  /** `YYYY-MM-DD`, inclusive; a date before `date_from` matches no record. */
  readonly date_to?: CalendarDate | null | undefined;
  readonly employee_id?: number | null | undefined;
  /** The employee's current department, not the one at the record's date (D:Q24). */
  readonly department_id?: number | null | undefined;
  /** The employee's current branch, not the one at the record's date (D:Q24). */
  readonly branch_id?: number | null | undefined;
  /** Equal, case-sensitive; an unknown status matches nothing (D:Q18). */
  readonly status?: string | null | undefined;
}

/** How each filter is applied: a `counted` one is a column of the days, of their totals and of `OF_EMPLOYEE`. */
const FILTERS = {
  date_from: 'date',
  date_to: 'date',
  employee_id: 'employee',
  department_id: 'counted',
  branch_id: 'counted',
  status: 'counted',
} as const satisfies Readonly<Record<CountedColumn, 'counted'>> &
  Readonly<Record<Exclude<keyof AttendanceFilter, CountedColumn>, 'date' | 'employee'>>;
type FilterName = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as FilterName[];

/**
 * Records by date and id (D:Q20), including frozen employees' (D:Q25), without voided days (D:T12). Their number and the
 * page's place come from the totals of months; the days of one employee are few, and are counted.
 */
export async function listAttendance(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const given: ReadonlyMap<FilterName, SqlValue> = comparedValues(filter, NAMES);
  if (!given.has('employee_id')) return listByDate(scope, listFilters(given), page, withLocation);
  const statement = listOfEmployee(scope.dialect, [...given.keys()], withLocation);
  return readPageBy(scope, statement, [...given.values()], page, recordFromDatabase(withLocation));
}

function listFilters(given: ReadonlyMap<FilterName, SqlValue>): ListFilters {
  const dateOf = (name: FilterName) => (given.has(name) ? String(given.get(name)) : null);
  const equal = new Map<CountedColumn, SqlValue>();
  for (const [name, value] of given) if (FILTERS[name] === 'counted') equal.set(name as CountedColumn, value);
  return { equal, from: dateOf('date_from'), to: dateOf('date_to') };
}

/** Wrong totals, which only damage can cause, may place a page outside its month each time. */
const MAX_TRIES = 5;

/** The path on which every page is: from the list's first day on. */
const fromFirst = ({ equal }: ListFilters): ReadPath => ({
  by: [...equal.keys()][0] ?? 'date',
  month: null,
  isBackwards: false,
});

async function listByDate(
  scope: CompanyScope,
  filters: ListFilters,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const [limit, offset] = pageValues([], page) as [number, number];
  if (filters.from !== null && filters.to !== null && filters.from > filters.to) return { items: [], total: 0 };
  for (let tries = 1; ; tries += 1) {
    const path = tries <= MAX_TRIES ? await pathOf(scope, filters, limit, offset) : fromFirst(filters);
    const { statement, values } = listStatement(scope.dialect, filters, path, { withLocation, limit, offset });
    const rows = await scope.rows(statement, values);
    // Writes since the months were read have moved the page over the month where reading began.
    if (Number(rows[0]?.list_moved) === 1) continue;
    const items = rows.filter((row) => row.list_row !== null).map(recordFromDatabase(withLocation));
    return { items, total: Number(rows[0]?.list_total) };
  }
}

/** The first page by at most one filter begins where its index does; any other is found by the months' totals. */
async function pathOf(scope: CompanyScope, filters: ListFilters, limit: number, offset: number): Promise<ReadPath> {
  const columns = [...filters.equal.keys()];
  if (offset === 0 && columns.length < 2) return fromFirst(filters);
  const { statement, values } = monthsStatement(scope.dialect, filters);
  const months = (await scope.rows(statement, values)).map((row) => ({
    month: String(row.of_month),
    days: Number(row.days),
    alone: Object.fromEntries(columns.map((name) => [name, Number(row[name])])),
  }));
  return readPath(months, columns, { offset, limit, from: filters.from });
}

const EMPLOYEE_INDEX = 'shaon_attendance_company_id_employee_id_date_key';
const EMPLOYEE_LISTS = new Map<string, CompanySql>();

function listOfEmployee(dialect: Dialect, names: readonly FilterName[], withLocation: boolean): CompanySql {
  return getOrMake(EMPLOYEE_LISTS, `${dialect} ${withLocation} ${names.join()}`, () => {
    const counted = names.filter((name) => FILTERS[name] === 'counted') as CountedColumn[];
    const own = companySql`a.voided_at IS NULL AND ${recordsOfEmployee(names, dialect, [])}`;
    return pageByIds(dialect, {
      found: companySql`${readByIndex(attendanceTable, DIFFERENCES[dialect].byIndex(EMPLOYEE_INDEX))} a`,
      where: counted.reduce((all, name) => companySql`${all} AND ${OF_EMPLOYEE[name](names)}`, own),
      orderBy: EMPLOYEE_ORDER,
      values: names.length,
      select: recordColumns(dialect, 'r', withLocation),
      from: companySql`${readByIndex(attendanceTable, DIFFERENCES[dialect].byId)} r`,
      id: 'r.id',
      shownOrder: ['date', 'id'],
    });
  });
}

const unitOfEmployee = (unit: 'department_id' | 'branch_id') => (names: readonly FilterName[]) =>
  companySql`(SELECT e.${unit} FROM ${employeeTable} e WHERE e.id = ${parameterOf(names, 'employee_id')}) = ${parameterOf(names, unit)}`;

/**
 * The conditions of one employee's list. Each record has a copy of the employee's department and branch, so all of the
 * days match or none. PostgreSQL guesses that few rows have a given status, unless it is compared as an expression.
 */
const OF_EMPLOYEE: Readonly<Record<CountedColumn, (names: readonly FilterName[]) => CompanySql>> = {
  department_id: unitOfEmployee('department_id'),
  branch_id: unitOfEmployee('branch_id'),
  status: (names) => companySql`a.status || '' = ${parameterOf(names, 'status')}`,
};

import { instant } from '../database/sql/columns.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type Page, type PageRequest, readPage } from '../database/sql/paging.ts';
import type { SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT } from '../employees/employee-queries.ts';
import { comparedValues } from '../input/list-filter.ts';
import { compareDates } from '../time/calendar-date.ts';
import { groupFromRaw, type LeaveGroup } from './leave-group.ts';
import { groupOfRequest, type LeaveRequestRow, type LeaveStatus, leaveRequestTable } from './leave-request.ts';

/** Which requests are grouped; an absent or null filter leaves none out. Dates are inclusive. */
export interface LeaveGroupFilter {
  readonly status?: LeaveStatus | null | undefined;
  readonly date_from?: string | null | undefined;
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  readonly department_id?: number | null | undefined;
}

const CONDITIONS: Readonly<Record<keyof LeaveGroupFilter, string>> = {
  status: 'r.status =',
  date_from: 'r.date >=',
  date_to: 'r.date <=',
  employee_id: 'r.employee_id =',
  department_id: 'm.department_id =',
};
const FILTERS = Object.keys(CONDITIONS) as (keyof LeaveGroupFilter)[];

/** A request that was submitted alone is its own group. */
const groupedBy = (employee: string) =>
  `${employee}, r.type, r.group_key, CASE WHEN r.group_key IS NULL THEN r.id ELSE 0 END`;
// The sign hides the index by employee: SQLite would group by it and read all requests. It uses the status's instead.
const GROUPED: Readonly<Record<Dialect, string>> = {
  sqlite: groupedBy('+r.employee_id'),
  postgres: groupedBy('r.employee_id'),
};
/** The number of groups, without building them: keys are unique, and a request without a key is its own group. */
const HOW_MANY = 'COALESCE(SUM(CASE WHEN r.group_key IS NULL THEN 1 ELSE 0 END), 0) + COUNT(DISTINCT r.group_key)';

interface Grouped {
  readonly groups: CompanySql;
  /** An SQL expression. */
  readonly total: CompanySql;
  readonly values: readonly SqlValue[];
}

function grouped(dialect: Dialect, filter: LeaveGroupFilter): Grouped {
  const given = comparedValues(filter, FILTERS);
  const conditions = [...given.keys()].map((name, index) => ` AND ${CONDITIONS[name]} $${index + 2}`).join('');
  const members =
    filter.department_id == null ? companySql`` : companySql` JOIN ${employeeTable} m ON m.id = r.employee_id`;
  const rows = companySql`${leaveRequestTable} r${members} WHERE r.cancelled_at IS NULL${conditions}`;
  const { instantAsMs } = DIFFERENCES[dialect];
  const having = (status: LeaveStatus) => `SUM(CASE WHEN r.status = '${status}' THEN 1 ELSE 0 END) AS ${status}`;
  return {
    groups: companySql`SELECT MIN(r.id) AS group_id, r.employee_id, r.type, MIN(r.date) AS first_day, MAX(r.date) AS last_day,
      COUNT(*) AS dates, ${having('pending')}, ${having('approved')}, ${having('rejected')},
      MAX(CASE WHEN r.document_key IS NULL THEN 0 ELSE 1 END) AS has_document,
      ${instantAsMs('MIN(r.created_at)')} AS created_at
      FROM ${rows} GROUP BY ${GROUPED[dialect]}`,
    total: companySql`(SELECT ${HOW_MANY} FROM ${rows})`,
    values: [...given.values()],
  };
}

/** Pending groups by their first date; decided groups, or all, with the latest date first. */
export function listLeaveGroups(
  scope: CompanyScope,
  filter: LeaveGroupFilter,
  page: PageRequest,
): Promise<Page<LeaveGroup>> {
  const { dialect } = scope;
  const { groups, total, values } = grouped(dialect, filter);
  const { dateAsText } = DIFFERENCES[dialect];
  const list = {
    select: `g.group_id, g.type, ${dateAsText('g.first_day')} AS first_date, ${dateAsText('g.last_day')} AS last_date,
      g.dates, g.pending, g.approved, g.rejected, g.has_document, g.created_at, ${EMPLOYEE_SELECT}`,
    from: companySql`${EMPLOYEE_FROM} JOIN (${groups}) AS g ON g.employee_id = e.id`,
    where: '1 = 1',
    orderBy: filter.status === 'pending' ? 'g.first_day, g.group_id' : 'g.last_day DESC, g.group_id DESC',
    total,
    values,
  };
  return readPage(scope, list, page, groupFromRaw);
}

export async function countLeaveGroups(scope: CompanyScope, filter: LeaveGroupFilter): Promise<number> {
  const { total, values } = grouped(scope.dialect, filter);
  const [row] = await scope.rows(companySql`SELECT ${total} AS total`, values);
  return Number(row?.total ?? 0);
}

const WAITING = eachDialect((dialect) => {
  const { instantAsMs } = DIFFERENCES[dialect];
  return companySql`SELECT ${HOW_MANY} AS waiting, ${instantAsMs('MIN(r.created_at)')} AS since
    FROM ${leaveRequestTable} r WHERE r.cancelled_at IS NULL AND r.status = 'pending' AND r.employee_id <> $2`;
});

/** How many groups wait for a decision, and since when the oldest does; without those of one employee. */
export async function waitingLeave(
  scope: CompanyScope,
  exceptEmployeeId: number | null,
): Promise<{ readonly count: number; readonly since: Date | null }> {
  const [row] = await scope.rows(WAITING[scope.dialect], [exceptEmployeeId ?? 0]);
  return { count: Number(row?.waiting ?? 0), since: instant.nullable.fromDatabase(row?.since ?? null) };
}

/** A request and those submitted with it, by date; without cancelled ones. */
export async function findLeaveGroup(scope: CompanyScope, request: LeaveRequestRow): Promise<LeaveRequestRow[]> {
  const members = await scope.find(leaveRequestTable, { ...groupOfRequest(request), cancelledAt: null });
  return members.sort((a, b) => compareDates(a.date, b.date) || a.id - b.id);
}

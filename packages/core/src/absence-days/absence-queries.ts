import { attendanceTable } from '../attendance/attendance.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { type EmployeeSummary, employeeSummary } from '../employees/employee-queries.ts';
import { type PeopleFilter, PeopleQuery } from '../employees/people-query.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import { isPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import { type CalendarDate, compareDates, type DateRange } from '../time/calendar-date.ts';

/** A date on which a person is away, by a request or a recorded day. */
export interface AwayRow {
  readonly employee_id: number;
  readonly date: CalendarDate;
  readonly type: string;
  readonly status: 'pending' | 'approved' | 'recorded';
}

/** A rejected absence is none, as a rejected request (D:A41). */
const isAbsent = (alias: string): string =>
  `${alias}.absence_type IS NOT NULL AND ${alias}.voided_at IS NULL AND ${alias}.status <> 'rejected'`;

/** People of any status who are away between the dates, or have asked to be, by name, then by id. */
export async function listAwayPeople(
  scope: CompanyScope,
  people: PeopleFilter,
  dates: DateRange,
  page: PageRequest,
): Promise<Page<EmployeeSummary>> {
  const { items, total } = await awayPeople(scope.dialect, people, dates).read(scope, page);
  return { items: items.map(employeeSummary), total };
}

function awayPeople(dialect: Dialect, people: PeopleFilter, { from, to }: DateRange): PeopleQuery {
  const query = new PeopleQuery(dialect);
  const within = (alias: string) => `${alias}.date >= ${query.bind(from)} AND ${alias}.date <= ${query.bind(to)}`;
  query.where(
    companySql`e.id IN (SELECT r.employee_id FROM ${leaveRequestTable} r WHERE r.cancelled_at IS NULL
      AND r.status IN ('pending', 'approved') AND ${within('r')}
      UNION SELECT a.employee_id FROM ${attendanceTable} a WHERE ${isAbsent('a')}
      AND ${within('a')})`,
  );
  query.filter(people);
  return query;
}

const awayStatement = (dialect: Dialect, personCondition: (alias: string) => CompanySql | string): CompanySql => {
  const { dateAsText } = DIFFERENCES[dialect];
  return companySql`SELECT r.id, r.employee_id, ${dateAsText('r.date')} AS day, r.type, r.status FROM ${leaveRequestTable} r
    WHERE r.cancelled_at IS NULL AND r.status IN ('pending', 'approved') AND r.date >= $2 AND r.date <= $3
    AND ${personCondition('r')}
    UNION ALL SELECT a.id, a.employee_id, ${dateAsText('a.date')}, a.absence_type, 'recorded' FROM ${attendanceTable} a
    WHERE ${isAbsent('a')} AND a.date >= $2 AND a.date <= $3 AND ${personCondition('a')}
    ORDER BY id`;
};
const OF_PEOPLE = eachDialect((dialect) =>
  awayStatement(dialect, (alias) => `${alias}.employee_id ${DIFFERENCES[dialect].inList('$4')}`),
);
const OF_DEPARTMENT = eachDialect((dialect) =>
  awayStatement(
    dialect,
    (alias) => companySql`${alias}.employee_id IN (SELECT e.id FROM ${employeeTable} e WHERE e.department_id = $4)`,
  ),
);

/** When these people are away: each date of a person once, with its most certain status, of several requests the first. */
export async function awayDatesOf(
  scope: CompanyScope,
  employeeIds: readonly number[],
  { from, to }: DateRange,
): Promise<AwayRow[]> {
  if (employeeIds.length === 0) return [];
  return mostCertain(await scope.rows(OF_PEOPLE[scope.dialect], [from, to, employeeIds]));
}

/** The same for everybody in a department. */
export async function awayDatesIn(
  scope: CompanyScope,
  departmentId: number,
  { from, to }: DateRange,
): Promise<AwayRow[]> {
  return mostCertain(await scope.rows(OF_DEPARTMENT[scope.dialect], [from, to, departmentId]));
}

/** A recorded day comes from approved leave or from a manager; a pending request may still be rejected. */
const CERTAINTY: Readonly<Record<AwayRow['status'], number>> = { pending: 0, approved: 1, recorded: 2 };

function mostCertain(rows: readonly RawRow[]): AwayRow[] {
  const byDay = new Map<string, AwayRow>();
  for (const raw of rows) {
    const row = {
      employee_id: Number(raw.employee_id),
      date: String(raw.day),
      type: String(raw.type),
      status: raw.status as AwayRow['status'],
    };
    const key = `${row.employee_id} ${row.date}`;
    const known = byDay.get(key);
    if (known === undefined || CERTAINTY[row.status] > CERTAINTY[known.status]) byDay.set(key, row);
  }
  return [...byDay.values()].sort((a, b) => compareDates(a.date, b.date) || a.employee_id - b.employee_id);
}

const MEMBERS = companySql`SELECT e.id, e.name FROM ${employeeTable} e WHERE e.department_id = $2 AND e.status = 'active'
  ORDER BY e.id`;

/** The active people of a department. */
export async function departmentMembers(
  scope: CompanyScope,
  departmentId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const rows = await scope.rows(MEMBERS, [departmentId]);
  return rows.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
}

/** A day that has the absence of a leave request. */
export interface RecordedLeave {
  readonly leave_request_id: number;
  readonly attendance_id: number;
  readonly date: CalendarDate;
  /** Whether the day has hours of work too, which stay when the absence is taken off. */
  readonly is_worked: boolean;
}

const RECORDED = eachDialect((dialect) => {
  const { dateAsText, inList } = DIFFERENCES[dialect];
  return companySql`SELECT r.id AS request_id, a.id, ${dateAsText('r.date')} AS day,
      CASE WHEN a.check_in IS NULL AND a.check_out IS NULL THEN 0 ELSE 1 END AS is_worked
    FROM ${leaveRequestTable} r JOIN ${attendanceTable} a
      ON a.employee_id = r.employee_id AND a.date = r.date AND a.absence_type = r.type
    WHERE r.id ${inList('$2')} AND r.cancelled_at IS NULL AND a.voided_at IS NULL ORDER BY r.date, r.id`;
});

/** Of these requests those that are recorded in attendance. */
export async function findRecordedLeave(scope: CompanyScope, requestIds: readonly number[]): Promise<RecordedLeave[]> {
  const ids = requestIds.filter((id) => isPossibleId(id, MAX_BIG_ID));
  if (ids.length === 0) return [];
  const rows = await scope.rows(RECORDED[scope.dialect], [ids]);
  return rows.map((raw) => ({
    leave_request_id: leaveRequestTable.columns.id.fromDatabase(raw.request_id),
    attendance_id: attendanceTable.columns.id.fromDatabase(raw.id),
    date: String(raw.day),
    is_worked: Number(raw.is_worked) === 1,
  }));
}

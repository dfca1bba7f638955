import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { closedPersonTable, type MonthClosingRow, monthClosingTable } from './month-closing.ts';

/** A day of a person. */
interface PersonDay {
  readonly employeeId: number;
  readonly date: CalendarDate;
}

/** The month `YYYY-MM` of a date. */
const monthOf = (date: CalendarDate): string => date.slice(0, 7);

const STANDING = eachDialect(
  (dialect) => companySql`SELECT ${monthClosingTable.selection(dialect)} FROM ${monthClosingTable} c
    WHERE c.month ${DIFFERENCES[dialect].inList('$2')} AND c.reopened_at IS NULL ORDER BY c.id`,
);
const MEMBERS = eachDialect((dialect) => {
  const { inList } = DIFFERENCES[dialect];
  return companySql`SELECT p.closing_id, p.employee_id FROM ${closedPersonTable} p
    WHERE p.closing_id ${inList('$2')} AND p.employee_id ${inList('$3')}`;
});

/** The closings of these months that were not reopened, by id. */
export async function standingClosings(scope: CompanyScope, months: readonly string[]): Promise<MonthClosingRow[]> {
  return (await scope.rows(STANDING[scope.dialect], [months])).map(monthClosingTable.fromDatabase);
}

/** The condition on a record's `employee_id` and `date` that its month is closed. */
export const inClosedMonth = (dialect: Dialect, record: string): CompanySql =>
  companySql`EXISTS (SELECT 1 FROM ${monthClosingTable} c
    WHERE c.month = SUBSTR(${DIFFERENCES[dialect].dateAsText(`${record}.date`)}, 1, 7) AND c.reopened_at IS NULL
    AND (c.department_id IS NULL OR EXISTS (SELECT 1 FROM ${closedPersonTable} p
      WHERE p.closing_id = c.id AND p.employee_id = ${record}.employee_id)))`;

/**
 * What closes each of these days (D:A98): a closing of the whole company, or of a department whose people it kept. The
 * caller has locked the employees, as a closing does, so that no day is closed before the caller's transaction ends.
 */
export async function closingsOf(
  scope: CompanyScope,
  days: readonly PersonDay[],
): Promise<(day: PersonDay) => MonthClosingRow | undefined> {
  const closings = await standingClosings(scope, [...new Set(days.map(({ date }) => monthOf(date)))]);
  const ofDepartments = closings.filter(({ departmentId }) => departmentId !== null).map(({ id }) => id);
  const people = [...new Set(days.map(({ employeeId }) => employeeId))];
  const members = ofDepartments.length === 0 ? [] : await scope.rows(MEMBERS[scope.dialect], [ofDepartments, people]);
  const kept = new Set(members.map((row) => `${row.closing_id} ${row.employee_id}`));
  return ({ employeeId, date }) =>
    closings.find(
      ({ id, month, departmentId }) =>
        month === monthOf(date) && (departmentId === null || kept.has(`${id} ${employeeId}`)),
    );
}

/** Throws `month_closed` if one of these days is in a closed month. */
export async function assertMonthsOpen(scope: CompanyScope, days: readonly PersonDay[]): Promise<void> {
  const closingOf = await closingsOf(scope, days);
  for (const day of days) {
    const closing = closingOf(day);
    if (closing !== undefined) throw monthClosed(closing);
  }
}

/** The error for what a closed month does not allow: it says who closed it and when. */
export function monthClosed({ month, departmentId, closedBy, closedAt }: MonthClosingRow): ShaonError {
  const when = closedAt.toISOString();
  return new ShaonError(
    'month_closed',
    `${month} is closed: by ${closedBy} at ${when}. Its days do not change unless an admin reopens it.`,
    { month, department_id: departmentId, closed_by: closedBy, closed_at: when },
  );
}

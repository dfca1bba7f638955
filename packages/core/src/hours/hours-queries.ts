import { setImmediate } from 'node:timers/promises';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql } from '../database/sql/statement.ts';
import { EMPLOYEE_FROM, EMPLOYEE_SELECT, type Employee, toEmployee } from '../employees/employee-queries.ts';
import { getOrMake } from '../get-or-make.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';
import type { DateRange } from '../time/calendar-date.ts';
import type { ApprovedLeave } from './hours.ts';

/** People read at once: with their days some hundreds of rows, which block everything else for some milliseconds. */
const PAGE = 50;

const PEOPLE = companySql`SELECT ${EMPLOYEE_SELECT} FROM ${EMPLOYEE_FROM} WHERE e.id > $2 ORDER BY e.id LIMIT ${PAGE}`;

/** Everybody of the company by id, also frozen people, in portions; other work runs in between. */
export async function* peopleInPortions(scope: CompanyScope): AsyncGenerator<readonly Employee[], void, undefined> {
  let after = 0;
  for (;;) {
    const people = (await scope.rows(PEOPLE, [after])).map(toEmployee);
    const last = people.at(-1);
    if (last !== undefined) yield people;
    if (last === undefined || people.length < PAGE) return;
    after = last.id;
    await setImmediate();
  }
}

const APPROVED = eachDialect((dialect) => {
  const { dateAsText, inList } = DIFFERENCES[dialect];
  return companySql`SELECT r.employee_id, ${dateAsText('r.date')} AS day, r.type FROM ${leaveRequestTable} r
    WHERE r.employee_id ${inList('$2')} AND r.date >= $3 AND r.date <= $4 AND r.status = 'approved'
      AND r.cancelled_at IS NULL ORDER BY r.employee_id, r.date, r.id`;
});

/** The approved leave of these people between the dates, by date. */
export async function approvedLeaveOf(
  scope: CompanyScope,
  employeeIds: readonly number[],
  { from, to }: DateRange,
): Promise<ReadonlyMap<number, readonly ApprovedLeave[]>> {
  const byPerson = new Map<number, ApprovedLeave[]>();
  for (const raw of await scope.rows(APPROVED[scope.dialect], [employeeIds, from, to])) {
    const own = getOrMake(byPerson, Number(raw.employee_id), () => []);
    own.push({ date: String(raw.day), type: String(raw.type) });
  }
  return byPerson;
}

import type { CompanyScope } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import type { RawRow, SqlValue } from '../database/sql/sql.ts';
import { type CompanySql, companySql, readByIndex } from '../database/sql/statement.ts';
import type { Employee } from '../employees/employee-queries.ts';
import { type PeopleFilter, PeopleQuery } from '../employees/people-query.ts';
import { getOrMake } from '../get-or-make.ts';
import { isPossibleId } from '../possible-id.ts';
import type { CalendarDate, DateRange } from '../time/calendar-date.ts';
import { type AttendanceRow, attendanceTable, punchTable } from './attendance.ts';
import { type AttendanceRecord, recordColumns, recordFromDatabase } from './attendance-record.ts';
import type { PunchFact } from './projection.ts';
import { HAS_LATER_PUNCH, idsWithLaterPunch, OPENED_AT } from './punch-queries.ts';

/* The statements of the sheets: people, their records between two dates, and these records' punches. */

/** The people on a sheet, as parameters of the statements. */
export interface SheetPeople extends PeopleFilter {
  readonly state: 'pending' | 'rejected' | 'at_work' | 'no_check_out' | null;
}

/** An open day is in progress while its last in is later than this. */
export interface AtWorkBounds {
  readonly openedAfter: Date;
  /** Days before this date no longer go on. */
  readonly earliest: CalendarDate;
  readonly today: CalendarDate;
}

const BY_STATUS = 'shaon_attendance_status_idx';
const byStatus = (dialect: Dialect) => readByIndex(attendanceTable, DIFFERENCES[dialect].byIndex(BY_STATUS));

/** No day follows today's, and most open days are today's, so they skip the check. */
const hasEnded = (today: string) => companySql`(s.date < ${today} AND ${HAS_LATER_PUNCH})`;

/**
 * One page of people by name, then by id: active ones, and frozen ones with a day between the dates. With a state, only
 * people with such a day; `at_work` means now, whatever the dates.
 */
export function listSheetPeople(
  scope: CompanyScope,
  people: SheetPeople,
  dates: DateRange,
  atWorkBounds: AtWorkBounds,
  page: PageRequest,
): Promise<Page<Employee>> {
  return sheetPeople(scope.dialect, people, dates, atWorkBounds).read(scope, page);
}

function sheetPeople(
  dialect: Dialect,
  people: SheetPeople,
  { from, to }: DateRange,
  atWorkBounds: AtWorkBounds,
): PeopleQuery {
  const query = new PeopleQuery(dialect);
  const within = (alias: string) => `${alias}.date >= ${query.bind(from)} AND ${alias}.date <= ${query.bind(to)}`;
  const { state } = people;
  if (state !== 'at_work') {
    query.where(
      companySql`(e.status = 'active' OR EXISTS (SELECT 1 FROM ${attendanceTable} f WHERE f.employee_id = e.id
        AND f.voided_at IS NULL AND ${within('f')}))`,
    );
  }
  query.filter(people);
  const having = (status: string, more: CompanySql) =>
    companySql`e.id IN (SELECT s.employee_id FROM ${byStatus(dialect)} s WHERE s.status = '${status}' AND s.voided_at IS NULL AND ${more})`;
  if (state === 'pending' || state === 'rejected') query.where(having(state, companySql`${within('s')}`));
  if (state === 'no_check_out') {
    const isOver = companySql`COALESCE(${OPENED_AT} <= ${query.bind(atWorkBounds.openedAfter)}, 1 = 1)`;
    query.where(
      having('open', companySql`${within('s')} AND (${isOver} OR ${hasEnded(query.bind(atWorkBounds.today))})`),
    );
  }
  if (state === 'at_work') {
    const since = query.bind(atWorkBounds.openedAfter);
    const isLatest = companySql`NOT ${hasEnded(query.bind(atWorkBounds.today))}`;
    const isAtWork = companySql`s.date >= ${query.bind(atWorkBounds.earliest)} AND ${OPENED_AT} > ${since} AND ${isLatest}`;
    query.where(having('open', isAtWork));
  }
  return query;
}

const RECORDS = eachDialect(
  (dialect) => companySql`SELECT ${recordColumns(dialect, 'a', false)} FROM ${attendanceTable} a
    WHERE a.employee_id ${DIFFERENCES[dialect].inList('$2')} AND a.voided_at IS NULL AND a.date >= $3 AND a.date <= $4
    ORDER BY a.employee_id, a.date`,
);

/** The days of these people between the dates, grouped by person and ordered by date; without locations. */
async function recordsOf(
  scope: CompanyScope,
  employeeIds: readonly number[],
  { from, to }: DateRange,
): Promise<AttendanceRecord[]> {
  if (employeeIds.length === 0) return [];
  const rows = await scope.rows(RECORDS[scope.dialect], [employeeIds, from, to]);
  return rows.map(recordFromDatabase(false));
}

const ROWS_OF_PERSON = eachDialect(
  (dialect) => companySql`SELECT ${attendanceTable.selection(dialect)} FROM ${attendanceTable} a
    WHERE a.employee_id = $2 AND a.voided_at IS NULL AND a.date >= $3 AND a.date <= $4 ORDER BY a.date`,
);

/** A person's records between the dates, by date. */
export async function recordsOfPerson(
  scope: CompanyScope,
  employeeId: number,
  { from, to }: DateRange,
): Promise<AttendanceRow[]> {
  if (!isPossibleId(employeeId)) return [];
  return (await scope.rows(ROWS_OF_PERSON[scope.dialect], [employeeId, from, to])).map(attendanceTable.fromDatabase);
}

const PUNCHES = eachDialect((dialect) => {
  const { inList, instantAsMs } = DIFFERENCES[dialect];
  return companySql`SELECT p.attendance_id, p.kind, ${instantAsMs('p.at')} AS at FROM ${punchTable} p
    WHERE p.attendance_id ${inList('$2')} AND p.voided_at IS NULL ORDER BY p.attendance_id, p.at, p.id`;
});

/** The live punches of these records by time, keyed by the record's id. */
export async function punchesOf(scope: CompanyScope, recordIds: readonly number[]): Promise<Map<number, PunchFact[]>> {
  const byRecord = new Map<number, PunchFact[]>();
  if (recordIds.length === 0) return byRecord;
  for (const raw of await scope.rows(PUNCHES[scope.dialect], [recordIds])) {
    getOrMake(byRecord, Number(raw.attendance_id), () => []).push(punchFact(raw));
  }
  return byRecord;
}

function punchFact(raw: RawRow): PunchFact {
  const { columns } = punchTable;
  return { kind: columns.kind.fromDatabase(raw.kind), at: columns.at.fromDatabase(raw.at) };
}

/** The records of some people, their punches, and the open ones that have a punch on a later day. */
export async function readDays(scope: CompanyScope, employeeIds: readonly number[], dates: DateRange) {
  const records = await recordsOf(scope, employeeIds, dates);
  const ids = records.map(({ id }) => id);
  const punches = await punchesOf(scope, ids);
  const openIds = records.filter(({ status }) => status === 'open').map(({ id }) => id);
  return { records, punches, withLaterPunch: await idsWithLaterPunch(scope, openIds) };
}

/** The dates of the days that go on now, each with the number of people. */
export async function countAtWork(
  scope: CompanyScope,
  { department_id, branch_id }: Pick<SheetPeople, 'department_id' | 'branch_id'>,
  { openedAfter, earliest, today }: AtWorkBounds,
): Promise<{ readonly date: CalendarDate; readonly days: number }[]> {
  const values: SqlValue[] = [earliest, openedAfter, today];
  const unit = [
    ['department_id', department_id],
    ['branch_id', branch_id],
  ].flatMap(([name, id]) => (id === null ? [] : [` AND s.${name} = $${values.push(id as number) + 1}`]));
  const { dateAsText } = DIFFERENCES[scope.dialect];
  const rows = await scope.rows(
    companySql`SELECT ${dateAsText('s.date')} AS day, COUNT(*) AS days FROM ${byStatus(scope.dialect)} s
      WHERE s.status = 'open' AND s.voided_at IS NULL AND s.date >= $2 AND ${OPENED_AT} > $3 AND NOT ${hasEnded('$4')}${unit.join('')}
      GROUP BY s.date`,
    values,
  );
  return rows.map((row) => ({ date: String(row.day), days: Number(row.days) }));
}

import { flag } from '../database/columns.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type ListParts, pageStatement } from '../database/paging.ts';
import { type CompanySql, companySql, readByIndex } from '../database/statement.ts';
import { attendanceTable } from './attendance.ts';
import type { CountKind } from './attendance-count.ts';
import { type CountedList, keptTotal, pageStart } from './attendance-count-queries.ts';

/* The statements of the list. They depend on which filters are given and never on their values, so that each is made
   and prepared once (`readPageBy`). */

/** Filters that narrow to the records of one employee, department, branch or status. */
export const MEMBER_FILTERS = ['employee_id', 'department_id', 'branch_id', 'status'] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

/** What records are counted by when they are written; the days of one employee are few. */
const COUNT_KINDS: Readonly<Record<Exclude<MemberFilter, 'employee_id'>, CountKind>> = {
  department_id: 'department',
  branch_id: 'branch',
  status: 'status',
};

/** Which index has the records of a filter in the order of the list. */
const INDICES: Readonly<Record<MemberFilter | 'none', string>> = {
  none: 'shaon_attendance_company_id_date_id_idx',
  employee_id: 'shaon_attendance_company_id_employee_id_date_key',
  department_id: 'shaon_attendance_company_id_department_id_date_id_idx',
  branch_id: 'shaon_attendance_company_id_branch_id_date_id_idx',
  status: 'shaon_attendance_company_id_status_date_id_idx',
};

const CONDITIONS: Readonly<Record<string, string>> = {
  date_from: 'a.date >=',
  date_to: 'a.date <=',
  employee_id: 'a.employee_id =',
  department_id: 'a.department_id =',
  branch_id: 'a.branch_id =',
  status: 'a.status =',
};

const LOCATION =
  ', a.check_in_lat, a.check_in_lng, a.check_in_accuracy_meters, a.check_out_lat, a.check_out_lng, a.check_out_accuracy_meters';

const instantsOf = (dialect: Dialect): string =>
  ['check_in', 'check_out'].map((name) => `${DIFFERENCES[dialect].instantAsMs(`a.${name}`)} AS ${name}`).join(', ');
const select = (dialect: Dialect): string =>
  `a.id, a.employee_id, ${DIFFERENCES[dialect].dateAsText('a.date')} AS date, ${instantsOf(dialect)}, a.status, a.absence_type, ${flag.select(dialect, 'a.is_approved')} AS is_approved`;
const SELECT: Readonly<Record<Dialect, string>> = { sqlite: select('sqlite'), postgres: select('postgres') };

/** How a page is found. */
export interface ListShape {
  readonly dialect: Dialect;
  /** The filter by whose index the records are read; null for all of the company, between dates or not. */
  readonly by: MemberFilter | null;
  /** Whether the counts of `by` are those of the list: no other filter narrows it, but dates. */
  readonly isKept: boolean;
  readonly withLocation: boolean;
  readonly isFirstPage: boolean;
}

const texts = new Map<string, CompanySql>();

/** The statement of a page, given the names of its values in their order, the first of which is `$2`. */
export function listText(names: readonly string[], shape: ListShape): CompanySql {
  const { dialect, by, isKept, withLocation, isFirstPage } = shape;
  const key = `${dialect} ${by} ${isKept} ${withLocation} ${isFirstPage} ${names.join()}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = pageStatement(listStatement(names, shape), names.length);
    texts.set(key, text);
  }
  return text;
}

/** A statement that gives the kept total of each of these filters alone, within the dates. */
export function keptTotalsText(names: readonly string[], filters: readonly MemberFilter[]): CompanySql {
  const totals = filters.map((name) => companySql`${keptTotal(countedList(names, name, name))} AS ${name}`);
  return companySql`SELECT ${totals.reduce((all, total) => companySql`${all}, ${total}`)}`;
}

function listStatement(
  names: readonly string[],
  { dialect, by, isKept, withLocation, isFirstPage }: ListShape,
): ListParts {
  const conditions = names
    .filter((name) => Object.hasOwn(CONDITIONS, name))
    .map((name) => `${CONDITIONS[name]} ${parameterOf(names, name)}`);
  const list = {
    select: withLocation ? SELECT[dialect] + LOCATION : SELECT[dialect],
    from: companySql`${readByIndex(attendanceTable, DIFFERENCES[dialect].byIndex(INDICES[by ?? 'none']))} a`,
    where: ['a.voided_at IS NULL', ...conditions].join(' AND '),
    orderBy: 'a.date, a.id',
  };
  if (!isKept) return list;
  const counted = countedList(names, by, 'member');
  const total = keptTotal(counted);
  if (isFirstPage) return { ...list, total };
  const where = `${list.where} AND a.date >= (SELECT date FROM page_start)`;
  return { ...list, where, total, start: (offset: string) => pageStart(counted, offset, dialect) };
}

/** The list by one filter as its counts see it; `member` names the value that is the filter's, as text. */
function countedList(names: readonly string[], by: MemberFilter | null, member: string): CountedList {
  const parameter = (name: string) => parameterOf(names, name);
  const dates = (date: string, month: string) =>
    names.includes(date) ? { date: parameter(date), month: parameter(month) } : undefined;
  return {
    kind: by === null || by === 'employee_id' ? 'all' : COUNT_KINDS[by],
    member: by === null ? undefined : parameter(member),
    from: dates('date_from', 'month_from'),
    to: dates('date_to', 'month_to'),
  };
}

const parameterOf = (names: readonly string[], name: string): string => `$${names.indexOf(name) + 2}`;

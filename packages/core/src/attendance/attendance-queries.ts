import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type Page, type PageRequest, pageText, readPageBy } from '../database/paging.ts';
import type { SqlValue } from '../database/sql.ts';
import { comparedValues } from '../input/list-filter.ts';
import { firstOfMonth } from '../time/calendar-date.ts';
import type { CountKind } from './attendance-count.ts';
import { type CountedList, keptTotal, pageStart } from './attendance-count-queries.ts';
import { type AttendanceRecord, recordFromRaw } from './attendance-record.ts';

/** Query of GET /attendance (SPEC 4); what is absent or null does not narrow. */
export interface AttendanceFilter {
  /** Both inclusive, `YYYY-MM-DD`. */
  readonly date_from?: string | null | undefined;
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  /** The employee's department and branch of today, not of the record's date (D:Q24). */
  readonly department_id?: number | null | undefined;
  readonly branch_id?: number | null | undefined;
  readonly status?: string | null | undefined;
}

const CONDITIONS: Readonly<Record<keyof AttendanceFilter, string>> = {
  date_from: 'a.date >=',
  date_to: 'a.date <=',
  employee_id: 'a.employee_id =',
  department_id: 'a.department_id =',
  branch_id: 'a.branch_id =',
  status: 'a.status =',
};
const FILTERS = Object.keys(CONDITIONS) as (keyof AttendanceFilter)[];

/** What records are counted by when they are written; the days of one employee are few. */
const COUNT_KINDS: Readonly<Partial<Record<keyof AttendanceFilter, CountKind>>> = {
  department_id: 'department',
  branch_id: 'branch',
  status: 'status',
};

const LOCATION =
  ', a.check_in_lat, a.check_in_lng, a.check_in_accuracy_meters, a.check_out_lat, a.check_out_lng, a.check_out_accuracy_meters';

const select = (dialect: Dialect): string =>
  `a.id, a.employee_id, ${DIFFERENCES[dialect].dateAsText('a.date')} AS date, a.check_in, a.check_out, a.status, a.absence_type, a.is_approved`;
const SELECT: Readonly<Record<Dialect, string>> = { sqlite: select('sqlite'), postgres: select('postgres') };

/** What a statement of the list is given, by name, in the order of its places. */
type Given = Map<keyof AttendanceFilter | 'member' | 'month_from' | 'month_to', SqlValue>;

/**
 * Records by date and id (D:Q20), without voided days (D:T12), frozen employees' too (D:Q25). By dates and by one of
 * department, branch and status, total and page come from kept counts: they cost the same in a company of any size.
 * By more, or by an employee, the records are counted.
 */
export async function listAttendance(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const asked = FILTERS.filter((name) => (filter[name] ?? null) !== null);
  const compared = comparedValues(filter, asked);
  const given: Given = new Map(asked.map((name, index) => [name, compared[index] as SqlValue]));
  const [from, to] = [given.get('date_from') as string | undefined, given.get('date_to') as string | undefined];
  // The counts up to a day before the first would be too few.
  if (from !== undefined && to !== undefined && from > to) return { items: [], total: 0 };
  const members = asked.filter((name) => !name.startsWith('date_'));
  const [member] = members;
  const kind = member === undefined ? 'all' : members.length === 1 ? (COUNT_KINDS[member] ?? null) : null;
  if (kind !== null) {
    if (member !== undefined) given.set('member', String(given.get(member)));
    if (from !== undefined) given.set('month_from', firstOfMonth(from));
    if (to !== undefined) given.set('month_to', firstOfMonth(to));
  }
  const text = textOf([...given.keys()], kind, { dialect: scope.dialect, withLocation, isFirstPage: page.page === 1 });
  return readPageBy(scope, text, [...given.values()], page, (raw) => recordFromRaw(raw, withLocation));
}

interface ListShape {
  readonly dialect: Dialect;
  readonly withLocation: boolean;
  readonly isFirstPage: boolean;
}

/** One for each set of filters (`readPageBy`): it never depends on their values, so that it is prepared once. */
const texts = new Map<string, string>();

function textOf(names: readonly string[], kind: CountKind | null, shape: ListShape): string {
  const key = `${shape.dialect} ${shape.withLocation} ${shape.isFirstPage} ${names.join()}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = pageText(listStatement(names, kind, shape), names.length);
    texts.set(key, text);
  }
  return text;
}

function listStatement(names: readonly string[], kind: CountKind | null, shape: ListShape) {
  const { dialect, withLocation, isFirstPage } = shape;
  const place = (name: string) => `$${names.indexOf(name) + 2}`;
  const asked = FILTERS.filter((name) => names.includes(name));
  const conditions = asked.map((name) => `${CONDITIONS[name]} ${place(name)}`);
  const list = {
    select: withLocation ? SELECT[dialect] + LOCATION : SELECT[dialect],
    from: '"shaon_attendance" a',
    where: ['a.company_id = $1', 'a.voided_at IS NULL', ...conditions].join(' AND '),
    orderBy: 'a.date, a.id',
  };
  if (kind === null) return list;
  const counted: CountedList = {
    kind,
    member: names.includes('member') ? place('member') : undefined,
    from: names.includes('date_from') ? { date: place('date_from'), month: place('month_from') } : undefined,
    to: names.includes('date_to') ? { date: place('date_to'), month: place('month_to') } : undefined,
  };
  const total = keptTotal(counted);
  if (isFirstPage) return { ...list, total };
  const where = `${list.where} AND a.date >= (SELECT date FROM page_start)`;
  return { ...list, where, total, start: (offset: string) => pageStart(counted, offset, dialect) };
}

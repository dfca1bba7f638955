import type { CompanyScope } from '../database/company-scope.ts';
import { type Page, type PageRequest, readPageBy } from '../database/paging.ts';
import type { SqlValue } from '../database/sql.ts';
import { comparedValues } from '../input/list-filter.ts';
import { firstOfMonth } from '../time/calendar-date.ts';
import { keptTotalsText, listText, MEMBER_FILTERS, type MemberFilter } from './attendance-list-texts.ts';
import { type AttendanceRecord, recordFromRaw } from './attendance-record.ts';

/** Query of GET /attendance (SPEC 4); what is absent or null does not narrow. */
export interface AttendanceFilter {
  /** `YYYY-MM-DD`, inclusive. */
  readonly date_from?: string | null | undefined;
  /** `YYYY-MM-DD`, inclusive; before `date_from` there is no record. */
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  /** The employee's department of today, not of the record's date (D:Q24). */
  readonly department_id?: number | null | undefined;
  /** The employee's branch of today, not of the record's date (D:Q24). */
  readonly branch_id?: number | null | undefined;
  /** Equal, case by case; a word that no record has finds nothing (D:Q18). */
  readonly status?: string | null | undefined;
}

const FILTERS: readonly (keyof AttendanceFilter)[] = ['date_from', 'date_to', ...MEMBER_FILTERS];

/** What a statement is given, by name, in the order of its parameters. */
type Given = ReadonlyMap<string, SqlValue>;

/**
 * Records by date and id (D:Q20), without voided days (D:T12), frozen employees' too (D:Q25). By dates and by one of
 * department, branch and status, total and page come from kept counts: they cost the same in a company of any size.
 * By more, or by an employee, the records of whichever has the fewest are counted.
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
  const [from, to] = [given.get('date_from'), given.get('date_to')];
  // The counts up to a day before the first would be too few.
  if (from !== undefined && to !== undefined && String(from) > String(to)) return { items: [], total: 0 };
  const members = MEMBER_FILTERS.filter((name) => given.has(name));
  const by = await narrowest(scope, given, members);
  const isKept = members.length < 2 && by !== 'employee_id';
  const values = isKept ? withMonths(given) : new Map(given);
  if (isKept && by !== null) values.set('member', String(given.get(by)));
  const { dialect } = scope;
  const text = listText([...values.keys()], { dialect, by, isKept, withLocation, isFirstPage: page.page === 1 });
  return readPageBy(scope, text, [...values.values()], page, (raw) => recordFromRaw(raw, withLocation));
}

/**
 * Which of the filters has the fewest records within the dates: the list is read by its index. One employee has few,
 * and PostgreSQL knows by itself.
 */
async function narrowest(
  scope: CompanyScope,
  given: Given,
  members: readonly MemberFilter[],
): Promise<MemberFilter | null> {
  const [first = null] = members;
  if (members.length < 2 || first === 'employee_id' || scope.dialect === 'postgres') return first;
  const values = withMonths(given);
  for (const name of members) values.set(name, String(given.get(name)));
  const [totals] = await scope.rows(keptTotalsText([...values.keys()], members), [...values.values()]);
  return members.reduce((fewest, name) => (Number(totals?.[name]) < Number(totals?.[fewest]) ? name : fewest));
}

/** With the first days of the dates' months, which the kept counts go by. */
function withMonths(given: Given): Map<string, SqlValue> {
  const values = new Map(given);
  for (const [date, month] of [
    ['date_from', 'month_from'],
    ['date_to', 'month_to'],
  ] as const) {
    if (given.has(date)) values.set(month, firstOfMonth(String(given.get(date))));
  }
  return values;
}

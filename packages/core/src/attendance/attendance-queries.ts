import type { CompanyScope } from '../database/company-scope.ts';
import { addCountKeys } from '../database/counts/counted-list.ts';
import { type Page, type PageRequest, readPageBy } from '../database/paging.ts';
import type { SqlValue } from '../database/sql.ts';
import { comparedValues } from '../input/list-filter.ts';
import { countedAttendance } from './attendance-count.ts';
import { listText } from './attendance-list-texts.ts';
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

const FILTERS: readonly (keyof AttendanceFilter)[] = [
  'date_from',
  'date_to',
  'employee_id',
  'department_id',
  'branch_id',
  'status',
];

/**
 * Records by date and id (D:Q20), without voided days (D:T12), frozen employees' too (D:Q25). Total and page come from
 * kept counts by any mix of department, branch and status, so they cost the same in a company of any size; the days of
 * one employee are counted.
 */
export async function listAttendance(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const asked = FILTERS.filter((name) => (filter[name] ?? null) !== null);
  const compared = comparedValues(filter, asked);
  const values = new Map<string, SqlValue>(asked.map((name, index) => [name, compared[index] as SqlValue]));
  const [from, to] = [values.get('date_from'), values.get('date_to')];
  // The counts up to a day before the first would be too few.
  if (from !== undefined && to !== undefined && String(from) > String(to)) return { items: [], total: 0 };
  if (!values.has('employee_id')) addCountKeys(countedAttendance, values);
  const { dialect } = scope;
  const text = listText([...values.keys()], { dialect, withLocation, isFirstPage: page.page === 1 });
  return readPageBy(scope, text, [...values.values()], page, (raw) => recordFromRaw(raw, withLocation));
}

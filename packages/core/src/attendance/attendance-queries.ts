import type { CompanyScope } from '../database/company-scope.ts';
import { type ListParameters, listParameters } from '../database/counts/counted-list.ts';
import { readJsonPage } from '../database/json-pages.ts';
import { type Page, type PageRequest, pageValues, readPageBy } from '../database/paging.ts';
import { comparedValues } from '../input/list-filter.ts';
import { countedAttendance } from './attendance-count.ts';
import { jsonListText, listText } from './attendance-list-texts.ts';
import { type AttendanceRecord, recordFromRaw } from './attendance-record.ts';
import { type JsonDays, jsonDaysOfPage, jsonDaysOfRows, type ShownDays } from './json-days.ts';

/** Query of GET /attendance (SPEC 4); an absent or null filter leaves no record out. */
export interface AttendanceFilter {
  /** `YYYY-MM-DD`, inclusive. */
  readonly date_from?: string | null | undefined;
  /** `YYYY-MM-DD`, inclusive; a date before `date_from` matches no record. */
  readonly date_to?: string | null | undefined;
  readonly employee_id?: number | null | undefined;
  /** The employee's current department, not the one at the record's date (D:Q24). */
  readonly department_id?: number | null | undefined;
  /** The employee's current branch, not the one at the record's date (D:Q24). */
  readonly branch_id?: number | null | undefined;
  /** Equal, case-sensitive; an unknown status matches nothing (D:Q18). */
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

const parametersOf = (filter: AttendanceFilter): ListParameters | null =>
  listParameters(countedAttendance, comparedValues(filter, FILTERS));

/**
 * Records by date and id (D:Q20), including frozen employees' (D:Q25), without voided days (D:T12). Total and page come
 * from stored counts for any mix of department, branch and status, so they cost the same in a company of any size; the
 * days of one employee are counted directly.
 */
export async function listAttendance(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const asked = parametersOf(filter);
  if (asked === null) return { items: [], total: 0 };
  const text = listText(asked, { dialect: scope.dialect, withLocation, isFirstPage: page.page === 1 });
  return readPageBy(scope, text, asked.values, page, (raw) => recordFromRaw(raw, withLocation));
}

/** Like `listAttendance`, with the records as JSON; null if only `listAttendance` can answer. */
export async function listAttendanceAsJson(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  shown: ShownDays,
): Promise<JsonDays | null> {
  const asked = parametersOf(filter);
  if (asked === null) return null;
  const { dialect } = scope;
  const shape = { dialect, withLocation: shown.withLocation, isFirstPage: page.page === 1 };
  if (dialect === 'postgres') {
    return jsonDaysOfRows(await scope.rows(listText(asked, shape), pageValues(asked.values, page)), shown);
  }
  const found = await readJsonPage(scope, jsonListText(asked, shape), asked.values, page, shown.zone);
  return found && jsonDaysOfPage(found);
}

import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type Page, type PageRequest, pageText, readPageBy } from '../database/paging.ts';
import { comparedValues } from '../input/list-filter.ts';
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
  department_id: 'e.department_id =',
  branch_id: 'e.branch_id =',
  status: 'a.status =',
};
const FILTERS = Object.keys(CONDITIONS) as (keyof AttendanceFilter)[];

const LOCATION =
  ', a.check_in_lat, a.check_in_lng, a.check_in_accuracy_meters, a.check_out_lat, a.check_out_lng, a.check_out_accuracy_meters';
const FROM = '"shaon_attendance" a';
const FROM_WITH_EMPLOYEE = `${FROM} JOIN "shaon_employee" e ON e.company_id = a.company_id AND e.id = a.employee_id`;

const select = (dialect: Dialect): string =>
  `a.id, a.employee_id, ${DIFFERENCES[dialect].dateAsText('a.date')} AS date, a.check_in, a.check_out, a.status, a.absence_type, a.is_approved`;
const SELECT: Readonly<Record<Dialect, string>> = { sqlite: select('sqlite'), postgres: select('postgres') };

/**
 * Records by date and id (D:Q20), without voided days (D:T12), frozen employees' too (D:Q25). The text depends on
 * which filters are given and never on their values, so that statements are prepared once.
 */
export function listAttendance(
  scope: CompanyScope,
  filter: AttendanceFilter,
  page: PageRequest,
  withLocation: boolean,
): Promise<Page<AttendanceRecord>> {
  const asked = FILTERS.filter((name) => (filter[name] ?? null) !== null);
  const values = comparedValues(filter, asked);
  const text = textOf(asked, scope.dialect, withLocation);
  return readPageBy(scope, text, values, page, (raw) => recordFromRaw(raw, withLocation));
}

/** One for each set of filters (`readPageBy`). */
const texts = new Map<string, string>();

function textOf(asked: readonly (keyof AttendanceFilter)[], dialect: Dialect, withLocation: boolean): string {
  const key = `${dialect} ${withLocation} ${asked.join()}`;
  let text = texts.get(key);
  if (text === undefined) {
    const isOfUnit = asked.includes('department_id') || asked.includes('branch_id');
    const conditions = asked.map((name, index) => `${CONDITIONS[name]} $${index + 2}`);
    const list = {
      select: withLocation ? SELECT[dialect] + LOCATION : SELECT[dialect],
      from: isOfUnit ? FROM_WITH_EMPLOYEE : FROM,
      where: ['a.company_id = $1', 'a.voided_at IS NULL', ...conditions].join(' AND '),
      orderBy: 'a.date, a.id',
    };
    text = pageText(list, asked.length);
    texts.set(key, text);
  }
  return text;
}

import type { AttendanceRow } from '../v1/floors/record.ts';
import type { AttendanceFilter } from './mixes.ts';

/** The list of attendance by hand, without HTTP: the least that a program of this one list needs. */
export interface ByHand {
  /** Finds total and day of the page by the counts that are stored for its mix of filters. */
  stored(filter: AttendanceFilter, page: number): Promise<HandList>;
  /** COUNT(\*) and OFFSET. */
  plain(filter: AttendanceFilter, page: number): Promise<HandList>;
  close(): Promise<void>;
}

export interface HandList {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** The conditions of a filter on the records `a`, with their values from the first parameter on. */
export interface HandConditions {
  readonly where: string;
  readonly values: (string | number)[];
}

const CONDITIONS: Readonly<Record<keyof AttendanceFilter, string>> = {
  employee_id: 'a.employee_id =',
  department_id: 'a.department_id =',
  branch_id: 'a.branch_id =',
  status: 'a.status =',
  date_from: 'a.date >=',
  date_to: 'a.date <=',
};
const NAMES = Object.keys(CONDITIONS) as (keyof AttendanceFilter)[];

export function conditionsOf(companyId: number, filter: AttendanceFilter): HandConditions {
  const asked = NAMES.filter((name) => filter[name] !== undefined);
  const texts = asked.map((name, index) => ` AND ${CONDITIONS[name]} $${index + 2}`);
  return {
    where: `a.company_id = $1 AND a.voided_at IS NULL${texts.join('')}`,
    values: [companyId, ...asked.map((name) => filter[name] as string | number)],
  };
}

/** The stored counts of a filter's mix; null for the days of one employee, which are counted as they are. */
export function storedKeyOf(filter: AttendanceFilter): StoredKey | null {
  if (filter.employee_id !== undefined) return null;
  const asked = Object.entries({ department: filter.department_id, branch: filter.branch_id }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    kind: asked.map(([name]) => name).join(' ') || 'all',
    member: asked.map(([, value]) => value).join(' '),
    total: filter.status === undefined ? 'total' : `${filter.status}_total`,
  };
}

interface StoredKey {
  readonly kind: string;
  readonly member: string;
  /** The column with the rows of the filter's status. */
  readonly total: string;
}

export type HandRow = AttendanceRow & { readonly total?: number };

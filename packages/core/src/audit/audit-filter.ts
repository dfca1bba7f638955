import type { SqlValue } from '../database/sql/sql.ts';

/** Which rows of the audit; an absent or null filter leaves no row out. */
export interface AuditFilter {
  /** From this instant on. */
  readonly from?: Date | null | undefined;
  /** Before this instant. */
  readonly until?: Date | null | undefined;
  readonly token_id?: number | null | undefined;
  readonly login_id?: number | null | undefined;
  readonly method?: string | null | undefined;
  /** The endpoint's template, such as `/employees/{id}`. */
  readonly route?: string | null | undefined;
  /** Such as `employee.freeze`, of an act that is not a call. */
  readonly action?: string | null | undefined;
  /** The hundreds of the status: 4 for 400 to 499. */
  readonly status_class?: number | null | undefined;
  readonly ip?: string | null | undefined;
  readonly kind?: 'api' | 'admin' | 'system' | null | undefined;
  readonly request_id?: string | null | undefined;
  /** False leaves out the rows of pages that were shown (D:A16). */
  readonly page_views?: boolean | null | undefined;
}

interface Condition {
  readonly column: string;
  readonly operator: '=' | '<' | '>=' | 'IS DISTINCT FROM';
  readonly value: SqlValue;
}

const EQUAL_COLUMNS = ['token_id', 'login_id', 'method', 'route', 'action', 'ip', 'kind', 'request_id'] as const;

/** The act of a page that showed personal data. */
export const PAGE_VIEW = 'page.view';

/** The conditions of a filter. */
export function conditionsOf(filter: AuditFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.from != null) conditions.push({ column: 'at', operator: '>=', value: filter.from });
  if (filter.until != null) conditions.push({ column: 'at', operator: '<', value: filter.until });
  for (const column of EQUAL_COLUMNS) {
    const value = filter[column] ?? null;
    if (value !== null) conditions.push({ column, operator: '=', value });
  }
  if (filter.page_views === false)
    conditions.push({ column: 'action', operator: 'IS DISTINCT FROM', value: PAGE_VIEW });
  if (filter.status_class != null) {
    const first = filter.status_class * 100;
    conditions.push({ column: 'status', operator: '>=', value: first });
    conditions.push({ column: 'status', operator: '<', value: first + 100 });
  }
  return conditions;
}

/** The conditions of a filter on the rows of `alias`, its values bound by `bind`. */
export function auditConditions(filter: AuditFilter, alias: string, bind: (value: SqlValue) => string): string[] {
  return conditionsOf(filter).map(({ column, operator, value }) => `${alias}.${column} ${operator} ${bind(value)}`);
}

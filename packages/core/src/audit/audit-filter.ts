import type { SqlValue } from '../database/sql.ts';

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
  /** `employee.freeze`, of an act that is no call. */
  readonly action?: string | null | undefined;
  /** The hundreds of the status: 4 for 400 to 499. */
  readonly status_class?: number | null | undefined;
  readonly ip?: string | null | undefined;
  readonly kind?: 'api' | 'admin' | 'system' | null | undefined;
  readonly request_id?: string | null | undefined;
}

const EQUAL_COLUMNS = ['token_id', 'login_id', 'method', 'route', 'action', 'ip', 'kind', 'request_id'] as const;

/** The conditions of a filter, bound from `$<first>` on. */
export function auditConditions(filter: AuditFilter, first: number): { conditions: string[]; values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, value: SqlValue): void => {
    conditions.push(`${condition} $${first + values.length}`);
    values.push(value);
  };
  if (filter.from != null) add('at >=', filter.from);
  if (filter.until != null) add('at <', filter.until);
  for (const column of EQUAL_COLUMNS) {
    const value = filter[column] ?? null;
    if (value !== null) add(`${column} =`, value);
  }
  if (filter.status_class != null) {
    add('status >=', filter.status_class * 100);
    add('status <', filter.status_class * 100 + 100);
  }
  return { conditions, values };
}

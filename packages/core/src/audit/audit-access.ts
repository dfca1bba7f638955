import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type AuditFilter, conditionsOf } from './audit-filter.ts';

/** How a filter's rows are found in the order of time. */
interface AuditAccess {
  /** Follows the table's name: names the index, where the database needs that. */
  readonly hint: string;
  /** The part of the filter that the index applies. */
  readonly byIndex: AuditFilter;
  /** The condition of a partial index, which the statement must contain word for word. */
  readonly condition: string | null;
  /** The part of the filter that is checked row by row. */
  readonly byRow: AuditFilter;
}

interface Index {
  readonly name: string;
  readonly fields: readonly (keyof AuditFilter)[];
  readonly condition?: string;
  /** Whether the index contains all rows of a filter. */
  holds(filter: AuditFilter): boolean;
}

const has = (filter: AuditFilter, field: keyof AuditFilter): boolean => filter[field] != null;

/** The first that fits is used; those with fewer rows come first. */
const INDICES: readonly Index[] = [
  {
    name: 'company_id_login_id_at_id',
    fields: ['login_id'],
    holds: (filter) => has(filter, 'login_id'),
  },
  {
    name: 'company_id_token_id_at_id',
    fields: ['token_id'],
    holds: (filter) => has(filter, 'token_id'),
  },
  {
    name: 'company_id_kind_at_id',
    fields: ['kind'],
    condition: `a.kind <> 'api'`,
    holds: ({ kind }) => kind != null && kind !== 'api',
  },
  {
    name: 'company_id_at_status_id',
    fields: [],
    condition: 'a.status >= 400',
    holds: (filter) => (filter.status_class ?? 0) >= 4,
  },
  { name: 'company_id_at_id', fields: [], holds: () => true },
];

/** Every index includes the date. */
const DATES = ['from', 'until'] as const;

export function auditAccess(dialect: Dialect, filter: AuditFilter): AuditAccess {
  const index = INDICES.find((one) => one.holds(filter)) as Index;
  const isByIndex = (field: string): boolean => [...DATES, ...index.fields].includes(field as 'from');
  const fields = Object.entries(filter).filter(([, value]) => value != null);
  return {
    hint: DIFFERENCES[dialect].byIndex(`shaon_audit_${index.name}_idx`),
    byIndex: Object.fromEntries(fields.filter(([field]) => isByIndex(field))),
    condition: index.condition ?? null,
    byRow: Object.fromEntries(fields.filter(([field]) => !isByIndex(field))),
  };
}

/** The columns that a filter uses. */
export function columnsOf(filter: AuditFilter): string[] {
  return [...new Set(conditionsOf(filter).map(({ column }) => column))];
}

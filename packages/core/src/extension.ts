/*
 * What a package that adds tables of its own to core's database builds on, such as `@shaon/webhooks`: the same
 * floor that core's own features stand on. Not for embedding products; it may change with any release.
 */
export { auditAct } from './audit/audit-act.ts';
export {
  bigInteger,
  type Column,
  flag,
  generatedBigId,
  generatedId,
  instant,
  integer,
  text,
  word,
} from './database/columns.ts';
export { AllCompanies, CompanyScope, CompanyTransaction } from './database/company-scope.ts';
export type { Database } from './database/database.ts';
export { DIFFERENCES } from './database/dialect.ts';
export type { Listener } from './database/listener.ts';
export { type Migration, migrationName, runMigrations } from './database/migrate.ts';
export { readPage } from './database/paging.ts';
export { assertSchemaRevision } from './database/schema-guard.ts';
export type { RawRow, SqlValue } from './database/sql.ts';
export { defineTable, type Table } from './database/table.ts';
export { notFound } from './errors.ts';
export { guardedHandler } from './guarded-handler.ts';
export { instant as instantField } from './input/date-fields.ts';
export { issue } from './input/issue.ts';
export { listOf } from './input/list-field.ts';
export { comparedValues } from './input/list-filter.ts';
export { canonicalInteger } from './input/number-fields.ts';
export { pagingFields } from './input/per-page-bounds.ts';
export { assertPossibleId, isPossibleId, MAX_BIG_ID } from './input/possible-id.ts';
export { oneOf, text as textField } from './input/text-fields.ts';
export { defineInput } from './input/validate.ts';
export { authorize } from './permissions.ts';
export { columnRotation } from './secrets/column-rotation.ts';
export { systemClock } from './time/clock.ts';

/*
 * `@shaon/core/storage`: how a package adds tables of its own to core's database. Tables, statements restricted to the
 * company, scopes, pages, migrations. For `@shaon/webhooks`; it may change with any release.
 */

export { auditAct } from '../audit/audit-act.ts';
export { type Changes, changesOf } from '../audit/audit-facts.ts';
export { companyTable } from '../companies/company.ts';
export { lockCompany, readCompany } from '../companies/company-queries.ts';
export type { Listener } from '../database/connect/listener.ts';
export type { CompanyReads, CompanyWrites, Database } from '../database/database.ts';
export { onBothDatabases } from '../database/migrations/both-databases.ts';
export { type Migration, runMigrations } from '../database/migrations/migrate.ts';
export { assertSchemaRevision } from '../database/migrations/schema-guard.ts';
export { longReading, type Reading } from '../database/readings/reading.ts';
export { AllCompanies } from '../database/sql/all-companies.ts';
export {
  bigInteger,
  flag,
  generatedBigId,
  generatedId,
  instant,
  integer,
  text,
  word,
} from '../database/sql/columns.ts';
export { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
export { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
export { assertVersion } from '../database/sql/expected-version.ts';
export type { Locked } from '../database/sql/locked-row.ts';
export { readPageBy } from '../database/sql/paging.ts';
export type { RawRow, SqlValue } from '../database/sql/sql.ts';
export {
  type CompanyChangeSql,
  type CompanySql,
  companyChange,
  companySql,
  type EveryCompanySql,
  everyCompanySql,
  insertOf,
  readByIndex,
  updateOf,
} from '../database/sql/statement.ts';
export { defineTable, type RowOf, type StoredTable, type Table } from '../database/sql/table.ts';
export { notFound, orNotFound } from '../errors.ts';
export { getOrMake } from '../get-or-make.ts';
export { isPossibleId, MAX_BIG_ID } from '../possible-id.ts';
export { columnRotation } from '../secrets/column-rotation.ts';
export { systemClock } from '../time/clock.ts';

/*
 * For our other packages: the base of core's own features, for `@shaon/webhooks`, which adds tables to core's database;
 * and the inputs of the API's operations with their validation, for `@shaon/http-koa`. Not for embedding products; it
 * may change with any release, except `guardedClient`, which docs/embedding.md shows.
 */

export { abilityFor, type TokenOperation } from './abilities-and-roles.ts';
export { ABILITIES } from './ability-names.ts';
export { actorName } from './actor.ts';
export { attendanceQuery } from './attendance/attendance-input.ts';
export { isSameMinute, ordersOfDay, type PunchOrder } from './attendance/punch-order.ts';
export { lastPunchDate } from './attendance/working-day.ts';
export { auditAct } from './audit/audit-act.ts';
export { type Changes, changesOf } from './audit/audit-facts.ts';
export { companyTable } from './companies/company.ts';
export { lockCompany, readCompany } from './companies/company-queries.ts';
export { isCoreService } from './core-services.ts';
export { guardedClient } from './database/connect/guarded-client.ts';
export type { Listener } from './database/connect/listener.ts';
export type { CompanyReads, CompanyWrites, Database } from './database/database.ts';
export { onBothDatabases } from './database/migrations/both-databases.ts';
export { assertCoreSchema } from './database/migrations/core-schema.ts';
export { type Migration, runMigrations } from './database/migrations/migrate.ts';
export { assertSchemaRevision } from './database/migrations/schema-guard.ts';
export { longReading, type Reading, reportReading } from './database/readings/reading.ts';
export { AllCompanies } from './database/sql/all-companies.ts';
export {
  bigInteger,
  flag,
  generatedBigId,
  generatedId,
  instant,
  integer,
  text,
  word,
} from './database/sql/columns.ts';
export { CompanyScope, CompanyTransaction } from './database/sql/company-scope.ts';
export { classifyDatabaseError } from './database/sql/constraint-errors.ts';
export { DIFFERENCES, eachDialect } from './database/sql/dialect.ts';
export type { Locked } from './database/sql/locked-row.ts';
export { readPageBy } from './database/sql/paging.ts';
export type { RawRow, SqlValue } from './database/sql/sql.ts';
export {
  type CompanyChangeSql,
  type CompanySql,
  companyChange,
  companySql,
  deleteOf,
  type EveryCompanySql,
  everyCompanySql,
  insertOf,
  readByIndex,
  updateOf,
} from './database/sql/statement.ts';
export { defineTable, type RowOf, type StoredTable, type Table } from './database/sql/table.ts';
export { unwatched } from './database/transactions/unwatched.ts';
export { employeeChangeInput, employeeQuery, newEmployeeInput } from './employees/employee-input.ts';
export { CORE_TABLES } from './entities.ts';
export { invalidOption, notFound, orNotFound } from './errors.ts';
export { getOrMake } from './get-or-make.ts';
export { guardedHandler } from './guarded-handler.ts';
export { EXPORT_FIELDS, EXPORT_FORMAT, IMPORT_FIELDS, IMPORT_KINDS } from './import/import-source.ts';
export { instant as instantField } from './input/date-fields.ts';
export { issue } from './input/issue.ts';
export { listOf } from './input/list-field.ts';
export { comparedValues } from './input/list-filter.ts';
export { canonicalInteger } from './input/number-fields.ts';
export { oneOf, text as textField, withoutDirectionMarks } from './input/text-fields.ts';
export {
  defineInput,
  type Input,
  recognisedParameters,
  safeValidate,
  safeValidateQuery,
  unknownNames,
  unknownParameters,
  validate,
  valueOrThrow,
} from './input/validate.ts';
export { parseKeyRing } from './keys/key-ring.ts';
export { leaveQuery } from './leave/leave-input.ts';
export { guardedLog } from './logging/guarded-log.ts';
export { withoutSecrets } from './logging/logged-fields.ts';
export { standardErrorLog } from './logging/standard-error-log.ts';
export {
  moveTables,
  type TableComparison,
  type TableProgress,
  type TwoDatabases,
} from './move/move-tables.ts';
export { certificates, proxyAddress, refuseUnknownOptions, wholeNumber } from './option-rules.ts';
export { callPort, inPort, portFaultOf } from './port-fault.ts';
export { isPossibleId, MAX_BIG_ID } from './possible-id.ts';
export { columnRotation } from './secrets/column-rotation.ts';
export { syncFolder } from './sync-folder.ts';
export { addDays, type CalendarDate, datesOfMonth, isCalendarDate, weekday } from './time/calendar-date.ts';
export { systemClock } from './time/clock.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './time/durations.ts';
export { formatInstant, localDate, localTimeToInstant, skippedTime, startOfLocalDate } from './time/zone.ts';

import { ShaonError } from '../../errors.ts';
import type { AllCompanies } from '../sql/all-companies.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { RawRow } from '../sql/sql.ts';
import { type EveryCompanySql, everyCompanySql } from '../sql/statement.ts';
import { tableNamed } from '../sql/table.ts';
import { assertNoEarlierCommit, type Migration, migrationName } from './migrate.ts';

/** A package's migrations, as the guard needs them. */
export interface SchemaRevision {
  /** The package's own ledger table, so that a host's revert does not undo our migrations. */
  readonly ledger: string;
  /** Oldest first. */
  readonly migrations: readonly Migration[];
  /** The command that brings the schema up to date: `migrateCore(connection)`. */
  readonly mend: string;
}

/** Throws `schema_missing`, `schema_outdated` or `schema_newer`; never changes the database. */
export async function assertSchemaRevision(database: AllCompanies, revision: SchemaRevision): Promise<void> {
  const applied = await appliedMigrations(database, revision.ledger);
  if (applied === null) {
    throw new ShaonError('schema_missing', `The database has no Shaon tables yet. Run ${revision.mend}.`);
  }
  assertNoEarlierCommit(applied, revision.migrations);
  const names = revision.migrations.map(migrationName);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ShaonError('schema_newer', 'The database was migrated by a newer version of Shaon. Update this one.', {
      unknown,
    });
  }
  const missing = names.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new ShaonError('schema_outdated', `The database lacks migrations of this version. Run ${revision.mend}.`, {
      missing,
    });
  }
}

/** The migration names in a ledger, or null when the table does not exist. */
async function appliedMigrations(database: AllCompanies, ledger: string): Promise<string[] | null> {
  if (!(await tableExists(database, ledger))) return null;
  const rows = await database.run(everyCompanySql`SELECT name FROM ${tableNamed(ledger)} ORDER BY id`);
  return rows.map((row: RawRow) => String(row.name));
}

/** Whether a table exists for this connection. */
export async function tableExists(database: AllCompanies, table: string): Promise<boolean> {
  const rows = await database.run(TABLE_EXISTS[database.dialect], [table]);
  return rows.length > 0;
}

const TABLE_EXISTS: Readonly<Record<Dialect, EveryCompanySql>> = {
  sqlite: everyCompanySql`SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = $1`,
  postgres: everyCompanySql`SELECT 1 AS found FROM pg_class WHERE oid = to_regclass(quote_ident($1))`,
};

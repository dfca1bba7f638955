import type { CompanyReads } from '../database.ts';
import { coreTables } from './core-tables.ts';
import type { Migration } from './migrate.ts';
import { assertSchemaRevision } from './schema-guard.ts';

/** The ledger of core's own migrations. */
export const CORE_LEDGER = 'shaon_migrations';

/** Core's migrations, oldest first. Never change one that was released: add another. */
export const CORE_MIGRATIONS: readonly Migration[] = [
  { name: 'ShaonCore', timestamp: 1765500000019, statements: coreTables },
];

/** Throws `schema_missing`, `schema_outdated` or `schema_newer` unless core's tables are those of this version. */
export function assertCoreSchema(database: Pick<CompanyReads, 'allCompanies'>): Promise<void> {
  return assertSchemaRevision(database.allCompanies(), {
    ledger: CORE_LEDGER,
    migrations: CORE_MIGRATIONS,
    mend: 'migrateCore(connection), or `shaon migrate`',
  });
}

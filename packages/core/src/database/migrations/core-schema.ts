import type { CompanyReads } from '../database.ts';
import { CORE_LEDGER, CORE_MIGRATIONS } from './index.ts';
import { assertSchemaRevision } from './schema-guard.ts';

/** Throws `schema_missing`, `schema_outdated` or `schema_newer` unless core's tables are those of this version. */
export function assertCoreSchema(database: Pick<CompanyReads, 'allCompanies'>): Promise<void> {
  return assertSchemaRevision(database.allCompanies(), {
    ledger: CORE_LEDGER,
    migrations: CORE_MIGRATIONS,
    mend: 'migrateCore(connection), or `shaon migrate`',
  });
}

import { type CoreLog, type DatabaseConnection, standardErrorLog } from '@shaon/core';
import { assertSchemaRevision, type Database, type Migration, runMigrations } from '@shaon/core/storage';
import { webhookTables } from './webhook-tables.ts';

/** A separate ledger, apart from core's and a host's. */
export const WEBHOOK_LEDGER = 'shaon_webhooks_migrations';

/** Never change a released one; add another. */
export const WEBHOOK_MIGRATIONS: readonly Migration[] = [
  { name: 'ShaonWebhooks', timestamp: 1765500000000, statements: webhookTables },
];

/**
 * Brings the webhook tables up to date, after `migrateCore(connection)`; returns the names of the migrations it ran.
 * Several processes may call it at once. Throws `database_unavailable`.
 */
export function migrateWebhooks(connection: DatabaseConnection, options: { log?: CoreLog } = {}): Promise<string[]> {
  return runMigrations(connection, WEBHOOK_LEDGER, WEBHOOK_MIGRATIONS, options.log ?? standardErrorLog);
}

/** Throws `schema_missing`, `schema_outdated` or `schema_newer`. */
export function assertWebhookSchema(database: Database): Promise<void> {
  return assertSchemaRevision(database.allCompanies(), {
    ledger: WEBHOOK_LEDGER,
    migrations: WEBHOOK_MIGRATIONS,
    mend: 'migrateWebhooks(connection), or `shaon migrate`',
  });
}

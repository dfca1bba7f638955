import type { CoreLog, DatabaseConnection } from '@shaon/core';
import {
  assertSchemaRevision,
  type Database,
  type Migration,
  runMigrations,
  standardErrorLog,
} from '@shaon/core/extension';
import { adminPages } from './admin-pages.ts';
import { dueIndex } from './due-index.ts';
import { flights } from './flights.ts';
import { initial } from './initial.ts';

/** A separate ledger, apart from core's and a host's. */
export const WEBHOOK_LEDGER = 'shaon_webhooks_migrations';

/** Oldest first. Never change a released one; add another. */
export const WEBHOOK_MIGRATIONS: readonly Migration[] = [
  {
    name: 'ShaonWebhooksInitial',
    timestamp: 1763600000000,
    statements: initial,
  },
  {
    name: 'ShaonWebhooksAdminPages',
    timestamp: 1763900000000,
    statements: adminPages,
  },
  {
    name: 'ShaonWebhooksDueIndex',
    timestamp: 1764000000000,
    statements: dueIndex,
  },
  {
    name: 'ShaonWebhooksFlights',
    timestamp: 1764200000000,
    statements: flights,
  },
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
  return assertSchemaRevision(database.readAllCompanies(), {
    ledger: WEBHOOK_LEDGER,
    migrations: WEBHOOK_MIGRATIONS,
    mend: 'migrateWebhooks(connection), or `shaon migrate`',
  });
}

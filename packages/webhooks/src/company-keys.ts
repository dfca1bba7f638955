import type { CoreLog, DatabaseConnection } from '@shaon/core';
import { keyByCompany, standardErrorLog } from '@shaon/core/extension';
import { WEBHOOK_TABLES } from './entities.ts';

/**
 * Makes the keys of the webhook tables begin with the company, like `keyCoreByCompany` for core's; returns the names of
 * the tables that it changed. Throws like `keyCoreByCompany`.
 */
export function keyWebhooksByCompany(
  connection: DatabaseConnection,
  options: { log?: CoreLog } = {},
): Promise<string[]> {
  return keyByCompany(connection, WEBHOOK_TABLES, options.log ?? standardErrorLog);
}

import { type CoreLog, type DatabaseConnection, standardErrorLog } from '@shaon/core';
import { keyByCompany } from '@shaon/core/extension';
import { WEBHOOK_TABLES } from './entities.ts';

/**
 * Lets the keys of the webhook tables begin with the company, as `keyCoreByCompany` does core's; returns the names of the
 * tables that it changed. Throws what `keyCoreByCompany` throws.
 */
export function keyWebhooksByCompany(
  connection: DatabaseConnection,
  options: { log?: CoreLog } = {},
): Promise<string[]> {
  return keyByCompany(connection, WEBHOOK_TABLES, { log: options.log ?? standardErrorLog });
}

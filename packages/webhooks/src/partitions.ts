import type { CoreLog, DatabaseConnection } from '@shaon/core';
import { partitionByMonth, standardErrorLog } from '@shaon/core/extension';
import { monthlyAttempts } from './deliveries/attempt.ts';

/**
 * Partitions the attempts by month, like `partitionCore` the audit; returns the names of the tables that it converted.
 * `webhooks.prune` makes the partitions of the coming months and drops empty ones. Throws like `partitionCore`.
 */
export function partitionWebhooks(
  connection: DatabaseConnection,
  options: { now?: Date; log?: CoreLog } = {},
): Promise<string[]> {
  return partitionByMonth(connection, [monthlyAttempts], { ...options, log: options.log ?? standardErrorLog });
}

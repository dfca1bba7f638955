import { type CoreLog, type DatabaseConnection, standardErrorLog } from '@shaon/core';
import { partitionByMonth } from '@shaon/core/extension';
import { monthlyAttempts } from './deliveries/attempt.ts';

/**
 * Puts the attempts into partitions by month, as `partitionCore` does the audit; returns the names of the tables that it
 * converted. `webhooks.prune` makes the partitions of the coming months and drops those that are empty. Throws what
 * `partitionCore` throws.
 */
export function partitionWebhooks(
  connection: DatabaseConnection,
  options: { now?: Date; log?: CoreLog } = {},
): Promise<string[]> {
  return partitionByMonth(connection, [monthlyAttempts], { ...options, log: options.log ?? standardErrorLog });
}

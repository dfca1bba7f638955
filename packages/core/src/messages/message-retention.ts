import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';

/** Removes messages that were finished before a time; what still waits stays. */
export function pruneMessages(database: Database, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: 'shaon_message',
    where: 'due_at IS NULL AND finished_at < $2',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

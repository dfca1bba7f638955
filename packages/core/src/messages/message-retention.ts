import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { messageTable } from './message.ts';

/** Removes messages that were finished before a time; what still waits stays. */
export function pruneMessages(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: messageTable,
    where: 'due_at IS NULL AND finished_at < $2',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

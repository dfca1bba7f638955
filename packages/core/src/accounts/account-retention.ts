import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';

/** Removes sessions that ended or expired before a time. */
export function pruneSessions(database: Database, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: 'shaon_session',
    where: '(ended_at < $2 OR expires_at < $2)',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

/** Removes access links that were used or ran out before a time. */
export function pruneAccessLinks(database: Database, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: 'shaon_access_link',
    where: '(used_at < $2 OR expires_at < $2)',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

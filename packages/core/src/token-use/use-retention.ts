import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { HOUR_MS } from '../time/durations.ts';
import { tokenUseTable } from './token-use.ts';

/** In every zone, a day has ended so long after its date began in UTC. */
const LONGEST_DAY_MS = 36 * HOUR_MS;

/** Deletes the sums of days without any remaining audit row. */
export async function pruneTokenUse(
  database: Pick<CompanyWrites, 'writeAllCompanies'>,
  auditBefore: Date,
  batchSize: number,
): Promise<number> {
  const before = new Date(auditBefore.getTime() - LONGEST_DAY_MS).toISOString().slice(0, 10);
  return deleteInBatches(database, batchSize, {
    table: tokenUseTable,
    where: 'date < $2',
    values: [before],
    orderBy: 'date',
    returning: 'id',
  });
}

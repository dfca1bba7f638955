import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { tokenUseTable } from './token-use.ts';

/** A day of any zone has ended so long after its date began in UTC. */
const LONGEST_DAY_MS = 36 * 3_600_000;

/** Removes the sums of days of which no audit row is left. */
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

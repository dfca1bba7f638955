import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import type { AnyTable } from '../database/sql/table.ts';
import { accessLinkTable } from './access-link.ts';
import { sessionTable } from './session.ts';
import { unknownSignInTable } from './unknown-sign-in.ts';
import { usedFormTable } from './used-forms.ts';

/** Deletes the rows that match `where`, whose `$2` is the time; `orderBy` is the order of an index. */
function pruning(table: AnyTable, where: string, orderBy: string) {
  return (database: CompanyWrites, before: Date, batchSize: number): Promise<number> =>
    deleteInBatches(database, batchSize, { table, where, values: [before], orderBy, returning: 'id' });
}

/** Deletes sessions that ended or expired before a time. */
export const pruneSessions = pruning(sessionTable, '(ended_at < $2 OR expires_at < $2)', 'id');

/** Deletes access links that were used or expired before a time. */
export const pruneAccessLinks = pruning(accessLinkTable, '(used_at < $2 OR expires_at < $2)', 'id');

/** Deletes the failure counts of unknown addresses whose last failure was before a time. */
export const pruneUnknownSignIns = pruning(unknownSignInTable, 'failed_at < $2', 'failed_at');

/** Deletes the numbers of forms that were sent before a time. */
export const pruneUsedForms = pruning(usedFormTable, 'used_at < $2', 'used_at');

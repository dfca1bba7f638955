import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import type { AnyTable } from '../database/table.ts';
import { accessLinkTable } from './access-link.ts';
import { usedFormTable } from './form-use.ts';
import { sessionTable } from './session.ts';
import { unknownSignInTable } from './unknown-sign-in.ts';

/** Removes the rows of which `where` holds, with the time as `$2`; `orderBy` is the order that an index gives. */
function pruning(table: AnyTable, where: string, orderBy: string) {
  return (database: CompanyWrites, before: Date, batchSize: number): Promise<number> =>
    deleteInBatches(database, batchSize, { table, where, values: [before], orderBy, returning: 'id' });
}

/** Removes sessions that ended or expired before a time. */
export const pruneSessions = pruning(sessionTable, '(ended_at < $2 OR expires_at < $2)', 'id');

/** Removes access links that were used or ran out before a time. */
export const pruneAccessLinks = pruning(accessLinkTable, '(used_at < $2 OR expires_at < $2)', 'id');

/** Removes what was counted of addresses that nobody has, when the last failure was before a time. */
export const pruneUnknownSignIns = pruning(unknownSignInTable, 'failed_at < $2', 'failed_at');

/** Removes the numbers of forms that were sent before a time. */
export const pruneUsedForms = pruning(usedFormTable, 'used_at < $2', 'used_at');

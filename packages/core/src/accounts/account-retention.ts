import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { accessLinkTable } from './access-link.ts';
import { sessionTable } from './session.ts';
import { unknownSignInTable } from './unknown-sign-in.ts';
import { usedFormTable } from './used-form.ts';

/** Deletes sessions that ended or expired before a time. */
export function pruneSessions(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: sessionTable,
    where: '(ended_at < $2 OR expires_at < $2)',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

/** Deletes access links that were used or expired before a time. */
export function pruneAccessLinks(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: accessLinkTable,
    where: '(used_at < $2 OR expires_at < $2)',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}

/** Deletes the failure counts of unknown addresses whose last failure was before a time. */
export function pruneUnknownSignIns(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: unknownSignInTable,
    where: 'failed_at < $2',
    values: [before],
    orderBy: 'failed_at',
    returning: 'id',
  });
}

/** Deletes the numbers of forms that were sent before a time. */
export function pruneUsedForms(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: usedFormTable,
    where: 'used_at < $2',
    values: [before],
    orderBy: 'used_at',
    returning: 'id',
  });
}

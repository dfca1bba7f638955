import { violatesUnique } from '../database/sql/constraint-errors.ts';
import { type ShaonError, stateConflict } from '../errors.ts';
import { retry } from '../retry.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';

/** A key belongs to one record of its kind. The message names that record, never the key, which may be an ID number. */
export function takenExternalId(kind: ExternalIdKind, recordId: number | null): ShaonError {
  const holder = recordId === null ? `another ${kind}` : `${kind} ${recordId}`;
  return stateConflict(
    `This external id is that of ${holder} already. Give another one, or take it from there first: core.externalIds.remove.`,
    { kind, record_id: recordId },
  );
}

/** A try fails only if another write was committed meanwhile, so few tries are enough. */
const TRIES = 3;

/**
 * Writes again if another transaction took the key between check and write: the next check finds the record that has
 * it, and refuses with its id.
 */
export async function retryOnTakenExternalId<T>(kind: ExternalIdKind, lookAndWrite: () => Promise<T>): Promise<T> {
  return retry(TRIES, isTakenExternalId, lookAndWrite).catch((error: unknown) => {
    throw isTakenExternalId(error) ? takenExternalId(kind, null) : error;
  });
}

const isTakenExternalId = (error: unknown): boolean =>
  violatesUnique(error, externalIdTable.name, ['company_id', 'kind', 'external_id']);

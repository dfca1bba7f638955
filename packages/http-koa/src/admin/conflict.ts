import { isShaonError } from '@shaon/core';

/** Why a form can no longer do what it asks: somebody changed the record, the form was sent already, or the state of things. */
export type Conflict = 'changed' | 'sent_twice' | 'state';

/** Null for an error of another kind. */
export function conflictOf(error: unknown): Conflict | null {
  if (!isShaonError(error, 'state_conflict')) return null;
  if ('changed' in error.details) return 'changed';
  return 'form' in error.details ? 'sent_twice' : 'state';
}

import { isShaonError } from '@shaon/core';

/** Why a form can no longer be carried out: its record was changed, it was already sent, or the state forbids it. */
export type Conflict = 'changed' | 'sent_twice' | 'state';

/** Null for an error of another kind. */
export function conflictOf(error: unknown): Conflict | null {
  if (!isShaonError(error, 'state_conflict')) return null;
  if ('changed' in error.details || 'changed_since' in error.details) return 'changed';
  return 'form' in error.details ? 'sent_twice' : 'state';
}

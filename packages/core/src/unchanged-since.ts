import { type ShaonError, stateConflict } from './errors.ts';

const RECORDS = {
  day: { name: 'The day', idName: 'attendance_id' },
  leave: { name: 'The request', idName: 'leave_request_id' },
} as const;

/**
 * A decision is valid only for what the decider saw: someone else, or another document, may have changed the record
 * since. Throws `state_conflict`.
 */
export function assertUnchanged(
  record: keyof typeof RECORDS,
  { id, updatedAt }: { readonly id: number; readonly updatedAt: Date },
  seenAt: Date | undefined,
): void {
  if (seenAt === undefined || updatedAt <= seenAt) return;
  throw changedSince(record, id);
}

/**
 * When a record changed that was last changed at `last`: later than that also by a clock that was set back, or that is
 * behind another process's. Otherwise `assertUnchanged` would not notice the change.
 */
export function changedAt(last: Date, now: Date): Date {
  return now < last ? new Date(last.getTime() + 1) : now;
}

/** The error for a change that was based on an earlier state of the record. */
export function changedSince(record: keyof typeof RECORDS, id: number): ShaonError {
  const { name, idName } = RECORDS[record];
  const message = `${name} has changed meanwhile: look at it again.`;
  return stateConflict(message, { [idName]: id, changed_since: true });
}

import { ShaonError } from '../errors.ts';

/** D:T14: only absences may be in the future. Throws `state_conflict`. */
export function refuseFuturePunch(at: Date, now: Date): void {
  if (at <= now) return;
  throw new ShaonError('state_conflict', 'A punch cannot lie in the future.');
}

/**
 * D:T12, T13: punches are made in the order of time; a manager adds a forgotten one by a correction. `last` is the
 * employee's last punch. Throws `state_conflict`.
 */
export function refusePunchBefore(last: { readonly at: Date } | undefined, at: Date): void {
  if (last === undefined || last.at <= at) return;
  throw new ShaonError('state_conflict', 'A later punch is recorded already: a manager can correct the day.');
}

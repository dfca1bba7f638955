import { ShaonError } from '../errors.ts';
import type { PunchKind } from './attendance.ts';

/**
 * More in one day is a mistake, or a device that does not stop: each is a row, and a punch reads all of its day (D:A17).
 */
export const MOST_PUNCHES = 500;

/**
 * A day takes `MOST_PUNCHES`, the last of which is an out, so that nobody who is in has to stay. Throws `state_conflict` with
 * `most`.
 */
export function refuseCrowdedDay(punches: readonly unknown[], kind: PunchKind): void {
  if (punches.length < (kind === 'out' ? MOST_PUNCHES : MOST_PUNCHES - 1)) return;
  throw new ShaonError('state_conflict', 'The day has as many punches as a day may: a manager can correct it.', {
    most: MOST_PUNCHES,
  });
}

/** D:T14: only absences lie in the future. Throws `state_conflict`. */
export function refuseFuturePunch(at: Date, now: Date): void {
  if (at <= now) return;
  throw new ShaonError('state_conflict', 'A punch cannot lie in the future.');
}

/**
 * D:T12, T13: punches come in the order of their times; a forgotten one is added by a manager's correction. `last` is
 * the employee's last punch. Throws `state_conflict`.
 */
export function refusePunchBefore(last: { readonly at: Date } | undefined, at: Date): void {
  if (last === undefined || last.at <= at) return;
  throw new ShaonError('state_conflict', 'A later punch is recorded already: a manager can correct the day.');
}

import { ShaonError, stateConflict } from '../errors.ts';
import type { PunchKind } from './attendance.ts';

/** Per day (D:A17). More would be a mistake: each punch is a row, and each new punch reads all punches of its day. */
export const MAX_PUNCHES = 500;

/**
 * A day has at most `MAX_PUNCHES`. The last one must be an out, so that a person who is in can still punch out. Throws
 * `state_conflict` with `details.most`.
 */
export function refuseTooManyPunches(punches: readonly unknown[], kind: PunchKind): void {
  if (punches.length < (kind === 'out' ? MAX_PUNCHES : MAX_PUNCHES - 1)) return;
  throw stateConflict('The day has as many punches as a day may: a manager can correct it.', {
    most: MAX_PUNCHES,
  });
}

/** D:T14: only absences may be in the future. Throws `state_conflict`. */
export function refuseFuturePunch(at: Date, now: Date): void {
  if (at <= now) return;
  throw stateConflict('A punch cannot lie in the future.');
}

/**
 * D:T12, T13: punches are made in the order of time; a manager adds a forgotten one by a correction. `last` is the
 * employee's last punch. Throws `state_conflict`.
 */
export function refusePunchBefore(last: { readonly at: Date } | undefined, at: Date): void {
  if (last === undefined || last.at <= at) return;
  throw stateConflict('A later punch is recorded already: a manager can correct the day.');
}

/** SPEC 3: a frozen employee cannot punch. Throws `employee_frozen`. */
export function refuseFrozenPunch(employee: { readonly status: string }): void {
  if (employee.status !== 'frozen') return;
  throw new ShaonError('employee_frozen', 'This employee is frozen and cannot punch.');
}

import { ShaonError } from '../errors.ts';

/** Failures without a waiting time. */
const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Failures count for so long after the wait of the last one. Shorter than some two hours, it would let more guesses through
 * than the longest wait does.
 */
const COUNTED_MS = 6 * 3_600_000;

/** Failures whose last one is older than this count no longer, whatever their number. */
export const FORGOTTEN_MS = COUNTED_MS + LONGEST_WAIT_MS;

/**
 * Until when an address takes no password after its n-th failure: the first four are free, then 30 s, 1 min, 2, 4, 8 and at
 * most 15 minutes. Of a free one it is a time well past, so that clocks of processes that differ make nobody wait.
 */
export function blockedUntil(failures: number, now: Date): Date {
  if (failures <= FREE_FAILURES) return new Date(now.getTime() - LONGEST_WAIT_MS);
  const doublings = Math.min(failures - FREE_FAILURES - 1, 10);
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS));
}

/**
 * Failures whose wait ended by this time are forgotten. Only time and a new password make an account forget them: a right
 * password does not, because an address that nobody has never gets one, and whoever tries both would see which it is.
 */
export function forgottenBy(now: Date): Date {
  return new Date(now.getTime() - COUNTED_MS);
}

/** How many failures an account has with one more. */
export function withOneMore({ failedAttempts, blockedUntil: until }: Failures, now: Date): number {
  return until !== null && until <= forgottenBy(now) ? 1 : failedAttempts + 1;
}

/** The same in a statement, of the names of its columns and of the parameter that holds `forgottenBy`. */
export function oneMoreSql(columns: { readonly failures: string; readonly until: string }, forgotten: string): string {
  return `CASE WHEN ${columns.until} <= ${forgotten} THEN 1 ELSE ${columns.failures} + 1 END`;
}

interface Failures {
  readonly failedAttempts: number;
  readonly blockedUntil: Date | null;
}

/**
 * One refusal for every reason: unknown, wrong, disabled, frozen, without a password. A caller must not learn which. Too
 * many failures with one address, whether or not somebody has it, add `details.blockedUntil`: no password counts before.
 */
export function signInRefused(until: Date | null, now: Date): ShaonError {
  return new ShaonError(
    'not_authenticated',
    'The e-mail address or the password is wrong, or there were too many attempts: wait some minutes.',
    until === null || until <= now ? {} : { blockedUntil: until },
  );
}

import { ShaonError } from '../errors.ts';

/** Failures without a waiting time. */
const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Until when an account accepts no password after its n-th failure in a row: no wait for the first four, then 30 s, 1
 * min, 2, 4, 8 and at most 15 minutes.
 */
export function blockedUntil(failures: number, now: Date): Date | null {
  if (failures <= FREE_FAILURES) return null;
  const doublings = Math.min(failures - FREE_FAILURES - 1, 10);
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS));
}

/**
 * The same error for every reason (unknown, wrong, disabled, frozen, without a password): a caller must not learn
 * which. After too many failures with one address, known or not, `details.blockedUntil` says how long every password is
 * refused.
 */
export function signInRefused(until: Date | null = null): ShaonError {
  return new ShaonError(
    'not_authenticated',
    'The e-mail address or the password is wrong, or there were too many attempts: wait some minutes.',
    until === null ? {} : { blockedUntil: until },
  );
}

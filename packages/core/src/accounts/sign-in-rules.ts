import { ShaonError } from '../errors.ts';

/** Failures that cost nothing but their own time. */
const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Until when an account takes no password after its n-th failure in a row: the first four are free, then 30 s, 1 min,
 * 2, 4, 8 and at most 15 minutes.
 */
export function blockedUntil(failures: number, now: Date): Date | null {
  if (failures <= FREE_FAILURES) return null;
  const doublings = Math.min(failures - FREE_FAILURES - 1, 10);
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS));
}

/**
 * One refusal for every reason: unknown, wrong, disabled, frozen, without a password. A caller must not learn which. Too
 * many failures with one address, whether or not somebody has it, add `details.blockedUntil`: no password counts before.
 */
export function signInRefused(until: Date | null): ShaonError {
  return new ShaonError(
    'not_authenticated',
    'The e-mail address or the password is wrong, or there were too many attempts: wait some minutes.',
    until === null ? {} : { blockedUntil: until },
  );
}

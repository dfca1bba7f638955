import { ShaonError } from '../errors.ts';
import { HOUR_MS } from '../time/durations.ts';

/** Failures without a waiting time. */
const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * How long failures count after the wait of the last one. Below about two hours, forgetting the failures would allow
 * more guesses than the longest wait does.
 */
const COUNTED_MS = 6 * HOUR_MS;

/** Failures are forgotten when the last one is older than this, whatever their number. */
export const FORGOTTEN_MS = COUNTED_MS + LONGEST_WAIT_MS;

/**
 * Until when an address accepts no password after its n-th failure: no wait for the first four, then 30 s, 1 min, 2, 4,
 * 8 and at most 15 minutes. For the first four the time is well in the past, so that clocks that differ between
 * processes cause no wait.
 */
export function blockedUntil(failures: number, now: Date): Date {
  if (failures <= FREE_FAILURES) return new Date(now.getTime() - LONGEST_WAIT_MS);
  const doublings = Math.min(failures - FREE_FAILURES - 1, 10);
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS));
}

/** No wait ends later than this, also by the clock of another process that is a quarter of an hour ahead. */
export function latestWaitEnd(now: Date): Date {
  return new Date(now.getTime() + 2 * LONGEST_WAIT_MS);
}

/** Whether an address must wait. A wait that ends later than any was set by a clock far ahead, and does not count. */
export function mustWait(until: Date | null, now: Date): boolean {
  return until !== null && until > now && until <= latestWaitEnd(now);
}

/** The opposite in SQL, from the name of the column and the parameters that hold now and `latestWaitEnd`. */
export function mayTrySql(until: string, now: string, latest: string): string {
  return `(${until} IS NULL OR ${until} <= ${now} OR ${until} > ${latest})`;
}

/**
 * Failures whose wait ended by this time are forgotten. Only time and a new password reset the failures of an account.
 * A right password does not: an address without an account never gets one, so the difference would show which addresses
 * have an account.
 */
export function forgottenBy(now: Date): Date {
  return new Date(now.getTime() - COUNTED_MS);
}

/** The number of failures of an account after one more. */
export function incrementedFailures({ failedAttempts, blockedUntil: until }: Failures, now: Date): number {
  return until !== null && until <= forgottenBy(now) ? 1 : failedAttempts + 1;
}

/** The same rule in SQL, from the names of the columns and the parameter that holds `forgottenBy`. */
export function incrementedFailuresSql(
  columns: { readonly failures: string; readonly until: string },
  forgotten: string,
): string {
  return `CASE WHEN ${columns.until} <= ${forgotten} THEN 1 ELSE ${columns.failures} + 1 END`;
}

interface Failures {
  readonly failedAttempts: number;
  readonly blockedUntil: Date | null;
}

/**
 * The same error for every reason (unknown, wrong, disabled, frozen, without a password): a caller must not learn
 * which. After too many failures with one address, known or not, `details.blockedUntil` says how long every password is
 * refused.
 */
export function signInRefused(until: Date | null, now: Date): ShaonError {
  return new ShaonError(
    'not_authenticated',
    'The e-mail address or the password is wrong, or there were too many attempts: wait some minutes.',
    mustWait(until, now) ? { blockedUntil: until } : {},
  );
}

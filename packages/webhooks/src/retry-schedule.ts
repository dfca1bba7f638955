/** SPEC 6, Delivery: 10 s, 30 s, 2 min, 10 min, 30 min, each from the end of the previous failed attempt (D:V1). */
export const SPEC_WAITS_MS: readonly number[] = [10_000, 30_000, 120_000, 600_000, 1_800_000];

export interface RetrySchedule {
  /** Milliseconds to wait after the first, second, … failed attempt. After the last one the delivery has failed. */
  readonly waitsMs: readonly number[];
  /** Up to this share is added to each wait at random, 0 to 0.1 (D:V20). */
  readonly jitter: number;
}

/**
 * How long to wait after a failed attempt, in whole milliseconds; null if no retry is left.
 *
 * @param failures how many attempts of this delivery have failed, including this one; interrupted ones do not count
 * @param random a number in [0, 1), used only with jitter
 */
export function waitAfterFailure(
  schedule: RetrySchedule,
  failures: number,
  random: () => number = Math.random,
): number | null {
  const wait = schedule.waitsMs[failures - 1];
  if (wait === undefined) return null;
  return schedule.jitter === 0 ? wait : Math.round(wait * (1 + schedule.jitter * random()));
}

/** The longest wait that a delivery may have, in milliseconds. */
export function longestWait({ waitsMs, jitter }: RetrySchedule): number {
  return Math.ceil(Math.max(0, ...waitsMs) * (1 + jitter));
}

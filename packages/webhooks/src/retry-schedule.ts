/** SPEC 6, Delivery: 10 s, 30 s, 2 min, 10 min, 30 min, each from the end of the previous failed attempt (D:V1). */
export const SPEC_WAITS_MS: readonly number[] = [10_000, 30_000, 120_000, 600_000, 1_800_000];

/**
 * How long to wait after a failed attempt, in milliseconds; null if no retry is left. Waits are exact (D:V20).
 *
 * @param failures how many attempts of this delivery have failed, including this one; interrupted ones do not count
 */
export function waitAfterFailure(waitsMs: readonly number[], failures: number): number | null {
  return waitsMs[failures - 1] ?? null;
}

export const HOUR_MS = 3_600_000;
/** A day of 24 hours; a local day may have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS;

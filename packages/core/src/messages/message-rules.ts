import { HOUR_MS, MINUTE_MS } from '../time/durations.ts';

/** D:W25: the first try at once, then 30 s, 5 min, 1 h and 6 h after a failure; the last wait goes on for a day. */
const WAITS_MS = [30_000, 5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;
/** A message that is due later than this was put off by a clock that was ahead and has been set back since. */
export const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** How long a link that was mailed to somebody who forgot their password may be used (D:A123). */
export const PASSWORD_LINK_LIFE_MS = HOUR_MS;
const TRIES_AT_LEAST = WAITS_MS.length + 1;
/** D:W26: a password stays in the outbox no longer. */
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS;

/**
 * When a message is tried again after its `tries`-th try failed; null if it is given up, because the next try would be
 * more than 24 hours after the message was made (D:W25, W26). A worker that was down for a day still makes five tries.
 * A message from the future, made by a clock that was ahead, is given up after them too.
 */
export function nextTryAt(tries: number, createdAt: Date, now: Date): Date | null {
  const wait = WAITS_MS[Math.min(tries, WAITS_MS.length) - 1] ?? WAITS_MS[0];
  const next = now.getTime() + wait;
  const isOld = next > createdAt.getTime() + GIVEN_UP_AFTER_MS || createdAt > now;
  if (tries >= TRIES_AT_LEAST && isOld) return null;
  return new Date(next);
}

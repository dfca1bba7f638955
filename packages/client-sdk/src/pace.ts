import { sleep } from './timing.ts';

/** The service counts in windows of a minute that start with a token's first request (SPEC 8, D:R1). */
const WINDOW = 60_000;
/** Seconds stand in whole numbers in the headers. */
const ROUNDING = 1_000;
/** Timers take whole milliseconds and may end within the last one; the rest would be announced as a wait of its own. */
const EARLY = 1;

/** Holds requests back until the rate limit has room for them: a copy of the service's window, kept by its headers. */
export class Pace {
  #limit = 60;
  #remaining = 60;
  /** By `performance.now()`: by a clock that is set back an hour, a minute would last as long. */
  #windowEnd: number | undefined;

  /** Takes one place, or waits for the next window; `announce` hears first how many milliseconds that is. */
  async take(signal: AbortSignal | undefined, announce: (delay: number) => void): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (this.#windowEnd !== undefined && now >= this.#windowEnd) {
        this.#windowEnd = undefined;
        this.#remaining = this.#limit;
      }
      if (this.#remaining > 0) {
        this.#remaining -= 1;
        this.#windowEnd ??= now + WINDOW;
        return;
      }
      const delay = Math.ceil((this.#windowEnd ?? now) - now) + EARLY;
      announce(delay);
      await sleep(delay, signal);
    }
  }

  /** Takes over what an answer said; others may use the same token. */
  learn(headers: Headers): void {
    const limit = wholeNumber(headers.get('x-ratelimit-limit'));
    const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
    // With a limit of 0 no window would have room, and `take` would look at the next one for ever.
    if (limit === undefined || limit === 0 || remaining === undefined) return;
    const end = windowEnd(headers);
    // An answer of a window that has passed, late on its way.
    if (this.#windowEnd !== undefined && end < this.#windowEnd - 2 * ROUNDING && end <= performance.now()) return;
    this.#limit = limit;
    this.#remaining = Math.min(this.#remaining, remaining);
    this.#windowEnd = end;
  }
}

/** By the service's own clock, so that a wrong one here does no harm; at the latest a window from now. */
function windowEnd(headers: Headers): number {
  const now = performance.now();
  const retryAfter = wholeNumber(headers.get('retry-after'));
  if (retryAfter !== undefined) return now + Math.min(WINDOW, retryAfter * 1_000);
  const reset = wholeNumber(headers.get('x-ratelimit-reset'));
  const serviceTime = Date.parse(headers.get('date') ?? '');
  if (reset === undefined || Number.isNaN(serviceTime)) return now + WINDOW;
  return now + Math.min(WINDOW, Math.max(0, reset * 1_000 - serviceTime)) + ROUNDING;
}

export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

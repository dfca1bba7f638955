import { sleep } from './timing.ts';

/** The service counts in windows of a minute that start with a token's first request (SPEC 8, D:R1). */
const WINDOW = 60_000;
/** The headers have whole seconds, so a window may end up to a second later. */
const ROUNDING = 1_000;
/** Timers run in whole milliseconds and may fire up to one early; the rest would be announced as a second wait. */
const EARLY = 1;

/** Delays requests until the rate limit allows them, by a copy of the service's window that its headers update. */
export class Pace {
  #limit = 60;
  #remaining = 60;
  /** Measured by `performance.now()`, because a minute would last an hour if the system clock were set back. */
  #windowEnd: number | undefined;
  /** `X-RateLimit-Reset` of this window's newest answer, 0 before the first one; and of the last window's newest. */
  #reset = 0;
  #endedReset = 0;

  /** Uses one request of the window, or waits for the next window after calling `announce` with the wait in ms. */
  async take(signal: AbortSignal | undefined, announce: (delay: number) => void): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (this.#windowEnd !== undefined && now >= this.#windowEnd) {
        this.#windowEnd = undefined;
        this.#endWindow();
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

  /** Updates the window from an answer, because other clients may use the same token. */
  learn(headers: Headers): void {
    const limit = wholeNumber(headers.get('x-ratelimit-limit'));
    const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
    // With a limit of 0 no window has room, and `take` would wait for the next one forever.
    if (limit === undefined || limit === 0 || remaining === undefined) return;
    const reset = wholeNumber(headers.get('x-ratelimit-reset')) ?? 0;
    // A late answer of the ended window would end the present one within a second, and begin another. A much earlier
    // reset is of a clock that was set back.
    if (reset !== 0 && reset <= this.#endedReset && reset > this.#endedReset - WINDOW / 1_000) return;
    this.#limit = limit;
    // The service's window ends up to two seconds before this one. What this one has left is not all that the next has.
    if (this.#reset !== 0 && reset > this.#reset + ROUNDING / 1_000) this.#endWindow();
    this.#reset = reset;
    this.#remaining = Math.min(this.#remaining, remaining);
    this.#windowEnd = windowEnd(headers);
  }

  #endWindow(): void {
    this.#remaining = this.#limit;
    if (this.#reset !== 0) this.#endedReset = this.#reset;
    this.#reset = 0;
  }
}

/** Uses the service's own clock, so a wrong clock here does no harm; at most one window from now. */
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

import type { TokenActor } from '@shaon/core';
import { ShaonError } from '@shaon/core';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** Makes the counter of one limit: `points` in `duration` seconds from a key's first request. */
export type LimitStore = (limit: {
  readonly points: number;
  readonly duration: number;
  readonly keyPrefix: string;
}) => RateLimiterAbstract;

/** Counts in this process: true as long as there is one (D:R9). */
export const memoryLimitStore: LimitStore = (limit) => new RateLimiterMemory(limit);

/** What one request learns of its token's limit (SPEC 8; D:R5, R6). */
export interface LimitState {
  readonly isExceeded: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** 60 requests per minute and token, in a window that begins with the first (SPEC 8; D:R1). */
export class RateLimit {
  readonly #points: number;
  readonly #limiter: RateLimiterAbstract;

  constructor(pointsPerMinute: number, store: LimitStore) {
    this.#points = pointsPerMinute;
    this.#limiter = store({ points: pointsPerMinute, duration: WINDOW_SECONDS, keyPrefix: 'shaon-v1' });
  }

  /**
   * Counts one request; one that is refused for it makes the window no longer, so who hammers is free when it ends
   * (D:R4). Throws `database_unavailable` when the store cannot be reached: the limit must be true.
   */
  async count(actor: TokenActor): Promise<LimitState> {
    const { isExceeded, window } = await this.#consume(String(actor.tokenId));
    const waitMs = Math.min(Math.max(window.msBeforeNext, 0), WINDOW_SECONDS * 1_000);
    const headers: Record<string, string> = {
      'X-RateLimit-Limit': String(this.#points),
      'X-RateLimit-Remaining': String(isExceeded ? 0 : Math.max(window.remainingPoints, 0)),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + waitMs) / 1_000)),
    };
    if (isExceeded) headers['Retry-After'] = String(Math.max(1, Math.ceil(waitMs / 1_000)));
    return { isExceeded, headers };
  }

  async #consume(key: string): Promise<{ isExceeded: boolean; window: RateLimiterRes }> {
    try {
      return { isExceeded: false, window: await this.#limiter.consume(key) };
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return { isExceeded: true, window: rejection };
      throw new ShaonError('database_unavailable', 'The rate limit store cannot be reached.', {}, { cause: rejection });
    }
  }
}

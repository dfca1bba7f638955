import { type CoreLog, invalidOption, type TokenActor } from '@shaon/core';
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ignoreRejection } from '../http/host-functions.ts';
import { isLimitExceeded, LimitWithFallback } from './limit-fallback.ts';
import type { LimitHealth } from './limit-health.ts';

const WINDOW_SECONDS = 60;

/** Makes the counter of a limit: `points` in `duration` seconds from a key's first request. */
export type LimitStore = (limit: {
  readonly points: number;
  readonly duration: number;
  readonly keyPrefix: string;
}) => RateLimiterAbstract;

/** Counts in the memory of this process, which is exact if there is only one process (D:R9). */
export const memoryLimitStore: LimitStore = (limit) => new RateLimiterMemory(limit);

/** The state of its token's limit for one request (SPEC 8; D:R5, R6). */
interface LimitState {
  readonly isExceeded: boolean;
  /** A new object for each request, which may add to it. */
  readonly headers: Record<string, string>;
}

/** 60 requests per minute and token, in a window that begins with the first (SPEC 8; D:R1). */
export class RateLimit {
  readonly #points: number;
  readonly #limiter: Pick<RateLimiterAbstract, 'consume'>;

  constructor(options: {
    readonly limitPerMinute: number;
    readonly limitStore: LimitStore;
    readonly limitHealth: LimitHealth;
    readonly log: CoreLog;
  }) {
    this.#points = options.limitPerMinute;
    const limit = { points: this.#points, duration: WINDOW_SECONDS, keyPrefix: 'shaon-v1' };
    const limiter = options.limitStore(limit);
    // Otherwise each call would fail, and each process count by itself for ever.
    if (typeof limiter?.consume !== 'function') {
      ignoreRejection(limiter);
      throw invalidOption('limitStore returns a limiter of rate-limiter-flexible, and no promise of one.');
    }
    this.#limiter =
      limiter instanceof RateLimiterMemory
        ? limiter
        : new LimitWithFallback(limiter, new RateLimiterMemory(limit), options.limitHealth, options.log);
  }

  /** Counts one request. Calls refused with 429 do not extend the window (D:R4). */
  async count(actor: TokenActor): Promise<LimitState> {
    let isExceeded = false;
    let window: RateLimiterRes;
    try {
      window = await this.#limiter.consume(String(actor.tokenId));
    } catch (rejection) {
      if (!isLimitExceeded(rejection)) throw rejection;
      isExceeded = true;
      window = rejection;
    }
    const waitMs = Math.min(Math.max(window.msBeforeNext, 0), WINDOW_SECONDS * 1_000);
    const headers: Record<string, string> = {
      'X-RateLimit-Limit': String(this.#points),
      'X-RateLimit-Remaining': String(isExceeded ? 0 : Math.max(window.remainingPoints, 0)),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + waitMs) / 1_000)),
    };
    if (isExceeded) headers['Retry-After'] = String(Math.max(1, Math.ceil(waitMs / 1_000)));
    return { isExceeded, headers };
  }
}

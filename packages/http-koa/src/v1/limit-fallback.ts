import { setImmediate } from 'node:timers/promises';
import { type CoreLog, guardedHandler } from '@shaon/core';
import { type RateLimiterAbstract, type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitHealth } from './limit-health.ts';

/** How long the store may take to answer (D:A19). */
const STORE_ANSWERS_WITHIN_MS = 250;
/** While the store is unavailable, one call per this time tries it; the others do not wait for it. */
const RETRY_EVERY_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/*
 * Two states, by `#retryAt`:
 *
 *   shared (null)       a call counts in the store     it answers in time     stays
 *                                                      it fails or is late    to own; the call counts in memory
 *   own (a time)        before the time                a call counts in memory and does not wait for the store
 *                       from the time on               one call tries the store, and the time moves on by RETRY_EVERY_MS
 *                                                      it answers in time     to shared
 *                                                      it fails or is late    stays; the call counts in memory
 *
 * A refusal over the limit is an answer. `LimitHealth` is told of each try.
 */

/**
 * Counts in a shared store, and in this process's own memory while the store fails or answers too late, because a limit
 * protects the service and its loss must not end it (D:A19).
 */
export class LimitWithFallback {
  readonly #shared: RateLimiterAbstract;
  readonly #own: RateLimiterMemory;
  readonly #log: CoreLog;
  readonly #setDegraded: (isDegraded: boolean) => void;
  /** When the store is tried next; null while it answers. */
  #retryAt: number | null = null;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(shared: RateLimiterAbstract, own: RateLimiterMemory, health: LimitHealth, log: CoreLog) {
    this.#shared = shared;
    this.#own = own;
    this.#log = log;
    this.#setDegraded = guardedHandler(log, 'limit health', (isDegraded: boolean) => health.update(isDegraded));
  }

  /** Rejects with a `RateLimiterRes` if the limit is exceeded, as the library's limiters do. */
  async consume(key: string): Promise<RateLimiterRes> {
    if (this.#retryAt !== null) {
      if (performance.now() < this.#retryAt) return this.#own.consume(key);
      this.#retryAt = performance.now() + RETRY_EVERY_MS;
    }
    try {
      const window = await withTimeout(() => this.#shared.consume(key));
      this.#storeAnswered();
      return window;
    } catch (rejection) {
      if (isLimitExceeded(rejection)) {
        this.#storeAnswered();
        throw rejection;
      }
      this.#storeFailed(rejection);
      return this.#own.consume(key);
    }
  }

  #storeAnswered(): void {
    this.#retryAt = null;
    this.#setDegraded(false);
  }

  #storeFailed(error: unknown): void {
    const now = performance.now();
    this.#retryAt = now + RETRY_EVERY_MS;
    this.#setDegraded(true);
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    this.#log.warn(
      { err: error },
      'The store of the rate limit does not answer: this process counts by itself until it does',
    );
  }
}

/** The library rejects with its result if the limit is exceeded; the host may use another copy of the library. */
export function isLimitExceeded(rejection: unknown): rejection is RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return true;
  return typeof rejection === 'object' && rejection !== null && 'msBeforeNext' in rejection;
}

async function withTimeout<T>(ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const refuseLater = async (): Promise<never> => {
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STORE_ANSWERS_WITHIN_MS);
    });
    // If this process itself was busy, the answer may have arrived unread, so it is read first.
    await setImmediate();
    throw new Error(`The store did not answer within ${STORE_ANSWERS_WITHIN_MS} ms.`);
  };
  try {
    return await Promise.race([ask(), refuseLater()]);
  } finally {
    clearTimeout(timer);
  }
}

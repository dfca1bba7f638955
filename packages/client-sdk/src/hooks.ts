import type { ShaonError } from './errors.ts';

/** A try that is about to be sent. */
export interface AttemptInfo {
  method: string;
  /** Path below the base URL, without query. */
  path: string;
  /** 1 for the first try of a call. */
  attempt: number;
  /** The `requestId` of the call's options; null when it has none. */
  requestId: string | null;
}

/** Facts about an answer, without its body. */
export interface ResponseInfo {
  method: string;
  /** Path below the base URL, without query. */
  path: string;
  /** 1 for the first try of a call. */
  attempt: number;
  status: number;
  /** All headers of the answer. */
  headers: Headers;
  /** `X-Request-Id` of the answer, the key for support; null when the answer had none. */
  requestId: string | null;
  /** Milliseconds from sending to the head of the answer. */
  duration: number;
  /** Names of query parameters and body fields that the service does not know, usually because of a typing error. */
  ignoredParameters: string[];
  /** Remaining requests in this window; undefined if the answer does not say. */
  rateLimitRemaining: number | undefined;
}

/** A wait that is about to begin. */
export interface RetryInfo {
  method: string;
  /** Path below the base URL, without query. */
  path: string;
  /** The try that follows the wait: 2 for the first repetition, 1 where `pace` holds back the first try. */
  attempt: number;
  /** Milliseconds of the wait: `Retry-After` plus the wait between tries. */
  delay: number;
  /** Why the last try failed; undefined if `pace` waits before the limit is reached. */
  error: ShaonError | undefined;
}

/**
 * Functions that are called for each step of a call. A hook cannot change a call: errors that it throws or rejects with
 * are ignored, with one warning, because a successful write must not look like a failed one. To give up, abort the
 * call's signal.
 */
export interface Hooks {
  /** Called before each try is sent. */
  onRequest?: ((info: AttemptInfo) => void) | undefined;
  /** Called once for each answer, error answers included. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Called before each wait, also of `pace`, whatever its length. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/** The hook, if there is one, as a function that never throws; `warn` gets the first fault. */
export function guarded<Args extends unknown[]>(
  name: string,
  hook: ((...args: Args) => void) | undefined,
  warn: (line: string) => void,
): (...args: Args) => void {
  if (hook === undefined) return () => undefined;
  let isKnown = false;
  const ignore = (fault: unknown) => {
    if (isKnown) return;
    isKnown = true;
    warn(`${name} threw and is ignored: ${fault instanceof Error ? fault.message : typeof fault}`);
  };
  return (...args) => {
    try {
      const result: unknown = hook(...args);
      // An async hook fails later.
      Promise.resolve(result).catch(ignore);
    } catch (fault) {
      ignore(fault);
    }
  };
}

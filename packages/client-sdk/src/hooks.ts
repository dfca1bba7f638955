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

/** What an answer told beside its body. */
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
  /** Names of query parameters and body fields that the service did not know: usually a typing error. */
  ignoredParameters: string[];
  /** Requests left in this window; undefined where the service did not say. */
  rateLimitRemaining: number | undefined;
}

/** A wait that is about to begin. */
export interface RetryInfo {
  method: string;
  /** Path below the base URL, without query. */
  path: string;
  /** The try that follows the wait: 2 for the first repetition, 1 where `pace` holds back the first try. */
  attempt: number;
  /** Milliseconds to be waited: what `Retry-After` asks for and the wait between tries together. */
  delay: number;
  /** Why the last try failed; undefined where `pace` waits before the limit is reached. */
  error: ShaonError | undefined;
}

/**
 * Told of what the client does. A hook cannot change a call: what it throws, or rejects with, is ignored but for one
 * warning, since an answered write must not look like one that failed. To give up, abort the call's signal.
 */
export interface Hooks {
  /** Called before each try is sent. */
  onRequest?: ((info: AttemptInfo) => void) | undefined;
  /** Called once for each answer, error answers included. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Called before each wait, those of `pace` included, however long it will be. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

/** The hook, or nothing, as a function that never throws; `warn` hears of the first fault. */
export function guarded<Told extends unknown[]>(
  name: string,
  hook: ((...told: Told) => void) | undefined,
  warn: (line: string) => void,
): (...told: Told) => void {
  if (hook === undefined) return () => undefined;
  let isKnown = false;
  const ignore = (fault: unknown) => {
    if (isKnown) return;
    isKnown = true;
    warn(`${name} threw and is ignored: ${fault instanceof Error ? fault.message : typeof fault}`);
  };
  return (...told) => {
    try {
      const result: unknown = hook(...told);
      // An async hook fails later.
      Promise.resolve(result).catch(ignore);
    } catch (fault) {
      ignore(fault);
    }
  };
}

import {
  RateLimitError,
  ServerError,
  ShaonApiError,
  ShaonConnectionError,
  type ShaonError,
  ShaonResponseError,
} from './errors.ts';

/** The client does not wait for a longer `Retry-After`; the service itself never asks for more than 60 seconds. */
const LONGEST_RETRY_AFTER = 120;

/**
 * Whether a try may be repeated. Repeating reads, PATCH, freeze and reactivate is harmless; a second POST /employees
 * could create a second employee, so it is repeated only if the first one cannot have had an effect.
 */
export function mayRepeat(error: unknown, repeatable: boolean): error is ShaonError {
  if (error instanceof RateLimitError) return (error.retryAfter ?? 0) <= LONGEST_RETRY_AFTER;
  if (!repeatable) return error instanceof ShaonConnectionError && !error.maybeApplied;
  if (error instanceof ServerError) return (error.retryAfter ?? 0) <= LONGEST_RETRY_AFTER;
  if (error instanceof ShaonResponseError) return error.reason === 'incomplete';
  return error instanceof ShaonConnectionError;
}

/** The longest wait between tries, without `Retry-After`. */
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds before the next try: `Retry-After`, plus a wait that doubles with every try and is randomly lengthened
 * up to twofold, so that clients that failed together do not retry together.
 */
export function delayAfter(error: unknown, attempt: number, retryDelay: number): number {
  const retryAfter = error instanceof ShaonApiError ? (error.retryAfter ?? 0) : 0;
  // Limits the exponent, because 0 times Infinity is NaN.
  const backoff = (1 + Math.random()) * retryDelay * 2 ** Math.min(attempt - 1, 30);
  return retryAfter * 1_000 + Math.round(Math.min(LONGEST_DELAY, backoff));
}

/** Codes of Node and Bun for faults of connecting, after which the request cannot have been sent. */
const nothingSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  // The server's certificate was refused, which comes before the request.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** Deno distinguishes these faults only by the message. */
const nothingSentWords = /tcp connect error|dns error|failed to lookup address|invalid peer certificate/i;

/** Whether a fault of fetch shows that nothing was sent: a refused connection or certificate, or a failed name look-up. */
export function nothingWasSent(fault: unknown): boolean {
  for (let error = fault, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth += 1) {
    const { code, message, errors, cause } = error as Record<string, unknown>;
    // Several addresses were tried: all of them must have failed in this way.
    if (Array.isArray(errors) && errors.length > 0) return errors.every(nothingWasSent);
    if (typeof code === 'string' && nothingSentCodes.has(code)) return true;
    if (typeof message === 'string' && nothingSentWords.test(message)) return true;
    error = cause;
  }
  return false;
}

/** `Retry-After` in seconds, given as seconds or as a date. */
export function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}

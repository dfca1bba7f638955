import { BlockedAddressError } from '../address-guard/address-guard.ts';
import { NO_ADDRESS_CODES } from '../address-guard/resolver.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';

export interface Classified {
  readonly outcome: AttemptOutcome;
  /** A stable word for the details; null if the status is enough. */
  readonly errorCode: string | null;
}

/** Any 2xx is a success, a redirect is a failure (SPEC 6, Delivery; D:V4). */
export function classifyStatus(status: number): Classified {
  if (status >= 200 && status < 300) return { outcome: 'success', errorCode: null };
  if (status >= 300 && status < 400) return { outcome: 'redirect', errorCode: null };
  if (status >= 400 && status < 500) return { outcome: 'client_error', errorCode: null };
  if (status >= 500 && status < 600) return { outcome: 'server_error', errorCode: null };
  return { outcome: 'other_status', errorCode: null };
}

/** Ends a request whose time is up (D:V3). */
export class DeadlineError extends Error {
  readonly code = 'deadline';
}

/** Ends a request whose receiver sends only 1xx responses. */
export class InterimAnswersError extends Error {
  readonly code = 'interim_answers';
}

/** Ends a request when the sender stops. */
export class StoppedError extends Error {
  readonly code = 'stopped';
}

/** Node's names for chains of certificates that OpenSSL refuses; `UNSPECIFIED` if it has none for the reason. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'UNSPECIFIED',
]);

/** Our words for Node's and undici's error codes. Any other code is a `connection` failure that keeps its code. */
const BY_CODE: Readonly<Record<string, Classified>> = {
  deadline: { outcome: 'timeout', errorCode: 'deadline' },
  stopped: { outcome: 'interrupted', errorCode: 'stopped' },
  UND_ERR_CONNECT_TIMEOUT: { outcome: 'timeout', errorCode: 'connect_timeout' },
  ETIMEDOUT: { outcome: 'timeout', errorCode: 'connect_timeout' },
  CERT_HAS_EXPIRED: { outcome: 'tls', errorCode: 'certificate_expired' },
  CERT_NOT_YET_VALID: { outcome: 'tls', errorCode: 'certificate_not_yet_valid' },
  ERR_TLS_CERT_ALTNAME_INVALID: { outcome: 'tls', errorCode: 'certificate_wrong_name' },
  ECONNREFUSED: { outcome: 'connection', errorCode: 'refused' },
  ECONNRESET: { outcome: 'connection', errorCode: 'reset' },
  EPIPE: { outcome: 'connection', errorCode: 'reset' },
  UND_ERR_SOCKET: { outcome: 'connection', errorCode: 'closed' },
  EHOSTUNREACH: { outcome: 'connection', errorCode: 'unreachable' },
  ENETUNREACH: { outcome: 'connection', errorCode: 'unreachable' },
  interim_answers: { outcome: 'invalid_response', errorCode: 'headers_too_large' },
  // An answer that undici's parser passes on although it is none, such as one with the status 099.
  ERR_ASSERTION: { outcome: 'invalid_response', errorCode: 'not_http' },
  UND_ERR_HEADERS_OVERFLOW: { outcome: 'invalid_response', errorCode: 'headers_too_large' },
};

/** The outcome of a request's error. */
export function classifyError(error: unknown): Classified {
  if (error instanceof BlockedAddressError) return { outcome: 'blocked_address', errorCode: 'blocked_address' };
  const { code, syscall } = errorFields(error);
  if (NO_ADDRESS_CODES.has(code)) return { outcome: 'dns', errorCode: 'no_such_name' };
  if (syscall.startsWith('query') || syscall === 'getaddrinfo') return { outcome: 'dns', errorCode: 'lookup_failed' };
  if (UNTRUSTED.has(code)) return { outcome: 'tls', errorCode: 'certificate_untrusted' };
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') {
    return { outcome: 'tls', errorCode: 'handshake' };
  }
  if (isParserError(error) || code.startsWith('HPE_') || code.startsWith('UND_ERR_'))
    return { outcome: 'invalid_response', errorCode: 'not_http' };
  return { outcome: 'connection', errorCode: code === '' ? 'unknown' : code.toLowerCase().slice(0, 64) };
}

/** undici's HTTPParserError, by its name, because its class would load all of undici. It may be without a code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function errorFields(error: unknown): { code: string; syscall: string } {
  const fields = error as { code?: unknown; syscall?: unknown } | null;
  return {
    code: typeof fields?.code === 'string' ? fields.code : '',
    syscall: typeof fields?.syscall === 'string' ? fields.syscall : '',
  };
}

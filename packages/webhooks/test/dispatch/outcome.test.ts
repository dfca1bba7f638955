import { expect } from 'chai';
import { errors } from 'undici';
import { BlockedAddressError } from '../../src/address-guard/address-guard.ts';
import {
  classifyError,
  classifyStatus,
  DeadlineError,
  InterimAnswersError,
  StoppedError,
} from '../../src/dispatch/outcome.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

/** What the drivers and Node throw, by what an admin is told. The real faults are in the outcome matrix. */
const ERRORS: readonly (readonly [error: unknown, outcome: string, errorCode: string])[] = [
  [new BlockedAddressError('no'), 'blocked_address', 'blocked_address'],
  [new DeadlineError('late'), 'timeout', 'deadline'],
  [new StoppedError('stop'), 'interrupted', 'stopped'],
  [new InterimAnswersError('many'), 'invalid_response', 'headers_too_large'],
  [withCode('UND_ERR_HEADERS_OVERFLOW'), 'invalid_response', 'headers_too_large'],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), 'timeout', 'connect_timeout'],
  [withCode('ETIMEDOUT'), 'timeout', 'connect_timeout'],
  [withCode('ENOTFOUND', { syscall: 'getaddrinfo' }), 'dns', 'no_such_name'],
  [withCode('ENODATA', { syscall: 'queryA' }), 'dns', 'no_such_name'],
  [withCode('ETIMEOUT', { syscall: 'queryAaaa' }), 'dns', 'lookup_failed'],
  [withCode('EAI_AGAIN', { syscall: 'getaddrinfo' }), 'dns', 'lookup_failed'],
  ...[
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT', 'CERT_UNTRUSTED'],
    ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
    ...['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
    ...['CERT_SIGNATURE_FAILURE', 'CERT_CHAIN_TOO_LONG', 'CERT_REVOKED', 'CERT_REJECTED', 'INVALID_CA'],
    ...['INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNSPECIFIED'],
  ].map((code) => [withCode(code), 'tls', 'certificate_untrusted'] as const),
  [withCode('CERT_HAS_EXPIRED'), 'tls', 'certificate_expired'],
  [withCode('CERT_NOT_YET_VALID'), 'tls', 'certificate_not_yet_valid'],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'certificate_wrong_name'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', 'handshake'],
  [withCode('ERR_TLS_HANDSHAKE'), 'tls', 'handshake'],
  [withCode('EPROTO'), 'tls', 'handshake'],
  [withCode('ECONNREFUSED'), 'connection', 'refused'],
  [withCode('ECONNRESET'), 'connection', 'reset'],
  [withCode('EPIPE'), 'connection', 'reset'],
  [withCode('UND_ERR_SOCKET'), 'connection', 'closed'],
  [withCode('EHOSTUNREACH'), 'connection', 'unreachable'],
  [withCode('ENETUNREACH'), 'connection', 'unreachable'],
  [new errors.HTTPParserError('x'), 'invalid_response', 'not_http'],
  [withCode('HPE_INVALID_CONSTANT'), 'invalid_response', 'not_http'],
  [withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'invalid_response', 'not_http'],
  [withCode('EMFILE'), 'connection', 'emfile'],
  [withCode('E'.repeat(100)), 'connection', 'e'.repeat(64)],
  [new Error('x'), 'connection', 'unknown'],
  [withCode(5 as never), 'connection', 'unknown'],
  [null, 'connection', 'unknown'],
];

describe('the outcome of an attempt', () => {
  it('is a success for 2xx and nothing else (SPEC 6, Delivery)', () => {
    const ranges: Readonly<Record<string, string>> = {
      ...{ 2: 'success', 3: 'redirect', 4: 'client_error', 5: 'server_error' },
    };
    for (let status = 100; status <= 999; status++) {
      const outcome = ranges[Math.floor(status / 100)] ?? 'other_status';
      expect(classifyStatus(status), String(status)).to.deep.equal({ outcome, errorCode: null });
    }
  });

  for (const [error, outcome, errorCode] of ERRORS) {
    it(`is ${outcome}, ${errorCode} for ${(error as { code?: string } | null)?.code ?? 'an error without a code'}`, () => {
      expect(classifyError(error)).to.deep.equal({ outcome, errorCode });
    });
  }
});

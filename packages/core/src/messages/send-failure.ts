const REASON = /^[a-z0-9_]{1,60}$/;

/**
 * Why a gateway or a mail server did not accept a message, in one word such as `http_503` or `timeout`. It contains
 * nothing else, because texts of gateways and of network errors may contain the number, the message or a key.
 */
export class SendFailure extends Error {
  readonly reason: string;
  /** Whether another try would end the same, as for an address that does not exist: the message is then given up. */
  readonly isFinal: boolean;

  constructor(reason: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    const word = reason.toLowerCase();
    super(`The message was not taken: ${REASON.test(word) ? word : 'unknown'}`);
    this.name = 'SendFailure';
    this.reason = REASON.test(word) ? word : 'unknown';
    this.isFinal = isFinal;
  }
}

/** The reason to store for a sender's error. Texts of foreign errors are not stored: they may contain secrets. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('reason' in error && typeof error.reason === 'string' && REASON.test(error.reason)) return error.reason;
  const code = 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : '';
  return REASON.test(code) ? code : 'unknown';
}

/** Whether a sender's error ends the tries; also of another copy of this package. */
export const isFinalFailure = (error: unknown): boolean =>
  error instanceof Error && 'isFinal' in error && error.isFinal === true;

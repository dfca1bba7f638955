/** Hands a text message to a gateway. */
export interface SmsSender {
  /**
   * Resolves when the gateway has accepted the message. If it throws, the message is tried again (D:W25), and the
   * `reason` of an `SmsFailure` is shown to the admin. `reference` is the same on every try of one message.
   */
  send(message: SmsMessage): Promise<void>;
}

/** A text message to send; `reference` is the same on every try of one message. */
export interface SmsMessage {
  /** E.164: `+972501234567`. */
  readonly to: string;
  readonly text: string;
  readonly reference: string;
}

const REASON = /^[a-z0-9_]{1,60}$/;

/**
 * Why a gateway did not accept a message, in one word such as `http_503` or `timeout`. It contains nothing else,
 * because texts of gateways and of network errors may contain the number, the message or a key.
 */
export class SmsFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    const word = reason.toLowerCase();
    super(`The gateway did not take the message: ${REASON.test(word) ? word : 'unknown'}`);
    this.name = 'SmsFailure';
    this.reason = REASON.test(word) ? word : 'unknown';
  }
}

/** The reason to store for a sender's error. Texts of foreign errors are not stored: they may contain secrets. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('reason' in error && typeof error.reason === 'string' && REASON.test(error.reason)) return error.reason;
  const code = 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : '';
  return REASON.test(code) ? code : 'unknown';
}

/** Hands a text message to a gateway. */
export interface SmsSender {
  /**
   * Resolves when the gateway has taken the message. Throws when it has not: the message is tried again (D:W25), and
   * the `reason` of an `SmsFailure` is shown to the admin. `reference` is the same on every try of one message.
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
 * Why a gateway did not take a message, in one word such as `http_503` or `timeout`. It carries nothing else: the
 * texts of gateways and of network errors may hold the number, the message or a key.
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

/** The one word to keep of what a sender threw; of a stranger's error not even its text is safe to keep. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('reason' in error && typeof error.reason === 'string' && REASON.test(error.reason)) return error.reason;
  const code = 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : '';
  return REASON.test(code) ? code : 'unknown';
}

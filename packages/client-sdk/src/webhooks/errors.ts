/** Why a request was not accepted. */
export type WebhookErrorCode =
  /** An option or argument of the call is wrong: nothing was judged. */
  | 'invalid_option'
  | 'secret_missing'
  | 'secret_has_whitespace'
  | 'secret_malformed'
  /** The body was given parsed; the signature covers the bytes as they came. */
  | 'body_parsed'
  /** The sender hung up before all of the body had come. */
  | 'body_incomplete'
  | 'body_too_large'
  | 'header_missing'
  | 'header_malformed'
  /** Only `X-Service-Signature` came, which carries no signed time. */
  | 'freshness_missing'
  | 'no_secret_matches'
  | 'too_old'
  | 'too_new'
  /** Rightly signed, but not an event. */
  | 'not_an_event';

/** A webhook request that must not be acted upon. The message is for the receiver's log; it holds no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

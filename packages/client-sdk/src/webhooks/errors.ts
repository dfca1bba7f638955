/** Why a request was not accepted. */
export type WebhookErrorCode =
  /** An option or argument of the call is wrong: the request was not checked. */
  | 'invalid_option'
  | 'secret_missing'
  | 'secret_has_whitespace'
  | 'secret_malformed'
  /** The body was already parsed, but the signature covers the bytes as received. */
  | 'body_parsed'
  /** The sender closed the connection before the end of the body. */
  | 'body_incomplete'
  | 'body_too_large'
  | 'header_missing'
  | 'header_malformed'
  /** The request has only `X-Service-Signature`, which has no signed time. */
  | 'freshness_missing'
  | 'no_secret_matches'
  | 'too_old'
  | 'too_new'
  /** The signature is right, but the body is not an event. */
  | 'not_an_event';

/** The receiver must not act on this request. The message is for the receiver's log; it contains no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Stable codes of all errors that the client throws, one for each class or reason. */
export type ShaonErrorCode =
  | 'invalid_option'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'rate_limited'
  | 'server_error'
  | 'unexpected_status'
  | 'connection_failed'
  | 'timeout'
  | 'unexpected_response';

/** Base class of all errors of the client. A cancelled call throws its signal's own reason instead. */
export abstract class ShaonError extends Error {
  abstract readonly code: ShaonErrorCode;
  /** True if a failed write may have taken effect: check before you repeat it. */
  abstract readonly maybeApplied: boolean;
}

/** An option or argument is missing or malformed; nothing was sent. */
export class ShaonOptionsError extends ShaonError {
  override readonly name = 'ShaonOptionsError';
  readonly code = 'invalid_option';
  readonly maybeApplied = false;
  /** The option's own name, for example `baseUrl`. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}`);
    this.option = option;
  }
}

/** The call that an error belongs to. */
export interface CallFacts {
  /** `GET`, `POST` or `PATCH`. */
  method: string;
  /** Path below the base URL, without query, for example `/employees/17`. */
  path: string;
  /**
   * True if a failed write may have taken effect: check before you repeat it. Always false for reads, for refusals
   * (4xx), and if the fault shows that nothing was sent.
   */
  maybeApplied: boolean;
}

/** No answer, or an incomplete one: refused connection, failed name look-up, reset, broken transfer. */
export class ShaonConnectionError extends ShaonError implements CallFacts {
  override readonly name: string = 'ShaonConnectionError';
  readonly code: ShaonErrorCode = 'connection_failed';
  readonly method: string;
  readonly path: string;
  readonly maybeApplied: boolean;

  constructor(message: string, facts: CallFacts, cause?: unknown) {
    super(message, { cause });
    this.method = facts.method;
    this.path = facts.path;
    this.maybeApplied = facts.maybeApplied;
  }
}

/** A try took longer than `timeout`. */
export class ShaonTimeoutError extends ShaonConnectionError {
  override readonly name = 'ShaonTimeoutError';
  override readonly code = 'timeout';
}

/** Facts about an error answer. */
export interface AnswerFacts extends CallFacts {
  status: number;
  /** `X-Request-Id` of the answer, the key for support; null when the answer had none. */
  requestId: string | null;
}

/** Why an answer could not be used. */
export type UnexpectedResponseReason = 'not_json' | 'incomplete' | 'empty' | 'redirect' | 'too_large' | 'wrong_shape';

/**
 * An answer that does not follow the contract: not JSON, cut off, empty, a redirect, too large, or JSON of another
 * shape.
 */
export class ShaonResponseError extends ShaonError implements AnswerFacts {
  override readonly name = 'ShaonResponseError';
  readonly code = 'unexpected_response';
  readonly reason: UnexpectedResponseReason;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly maybeApplied: boolean;

  constructor(reason: UnexpectedResponseReason, problem: string, facts: AnswerFacts, cause?: unknown) {
    super(`${facts.method} ${facts.path} answered ${facts.status} ${problem}`, { cause });
    this.reason = reason;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.maybeApplied = facts.maybeApplied;
  }
}

/** The content of an error answer, from its body and headers. */
export interface Refusal extends AnswerFacts {
  message: string;
  errors: Record<string, string[]> | undefined;
  retryAfter: number | undefined;
  requiredAbility: string | undefined;
}

/** The service answered with an error status (SPEC 7). */
export class ShaonApiError extends ShaonError implements AnswerFacts {
  override readonly name: string = 'ShaonApiError';
  readonly code: ShaonErrorCode = 'unexpected_status';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly maybeApplied: boolean;
  /** Messages by parameter or field; on some 422 answers. */
  readonly errors: Record<string, string[]> | undefined;
  /** Seconds to wait, on 429. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.method = refusal.method;
    this.path = refusal.path;
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.maybeApplied = refusal.maybeApplied;
    this.errors = refusal.errors;
    this.retryAfter = refusal.retryAfter;
  }
}

/** 401: the token is missing, unknown, revoked or expired. */
export class UnauthorizedError extends ShaonApiError {
  override readonly name = 'UnauthorizedError';
  override readonly code = 'unauthorized';
}

/** 403: the token lacks the ability. */
export class ForbiddenError extends ShaonApiError {
  override readonly name = 'ForbiddenError';
  override readonly code = 'forbidden';
  /** The ability that is missing, for example `leave:read`. */
  readonly requiredAbility: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.requiredAbility = refusal.requiredAbility;
  }
}

/** 404: no such record, or one of another company. */
export class NotFoundError extends ShaonApiError {
  override readonly name = 'NotFoundError';
  override readonly code = 'not_found';
}

/** 405: the base URL probably leads to another service. */
export class MethodNotAllowedError extends ShaonApiError {
  override readonly name = 'MethodNotAllowedError';
  override readonly code = 'method_not_allowed';
}

/** 413: a body over 100 kB. */
export class PayloadTooLargeError extends ShaonApiError {
  override readonly name = 'PayloadTooLargeError';
  override readonly code = 'payload_too_large';
}

/** 415: something between client and service changed the body's type. */
export class UnsupportedMediaTypeError extends ShaonApiError {
  override readonly name = 'UnsupportedMediaTypeError';
  override readonly code = 'unsupported_media_type';
}

/** 422: `errors` names the parameters or fields. */
export class ValidationError extends ShaonApiError {
  override readonly name = 'ValidationError';
  override readonly code = 'validation_failed';
}

/** 429: wait `retryAfter` seconds. */
export class RateLimitError extends ShaonApiError {
  override readonly name = 'RateLimitError';
  override readonly code = 'rate_limited';
}

/** 5xx: a fault of the service or of a proxy in front of it. */
export class ServerError extends ShaonApiError {
  override readonly name = 'ServerError';
  override readonly code = 'server_error';
}

const byStatus: Record<number, new (refusal: Refusal) => ShaonApiError> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: ValidationError,
  429: RateLimitError,
};

/** The class for an error status. */
export function apiError(refusal: Refusal): ShaonApiError {
  const Class = byStatus[refusal.status] ?? (refusal.status >= 500 ? ServerError : ShaonApiError);
  return new Class(refusal);
}

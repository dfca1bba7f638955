/** Every code with which Shaon refuses or fails. `http-koa/src/v1/error-responses.ts` gives each its HTTP status. */
export type ErrorCode =
  | 'invalid_input'
  | 'not_authenticated'
  | 'ability_missing'
  | 'not_permitted'
  | 'not_found'
  | 'already_in'
  | 'not_in'
  | 'employee_frozen'
  | 'month_closed'
  | 'state_conflict'
  | 'in_use'
  | 'limit_reached'
  | 'options_invalid'
  | 'keys_missing'
  | 'keys_mismatch'
  | 'ciphertext_corrupt'
  | 'schema_missing'
  | 'schema_outdated'
  | 'schema_newer'
  | 'database_locked'
  | 'database_unavailable'
  | 'took_too_long'
  | 'audit_unavailable'
  | 'event_sink_missing'
  | 'transaction_nested';

/**
 * The base class of all errors that Shaon throws on purpose. `code` is stable; `message` says what to do and never
 * contains a secret, an ID number or another company's data; `details` has structured facts for the log.
 */
export class ShaonError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShaonError';
    this.code = code;
    this.details = details;
  }
}

/** A record that does not exist or belongs to another company; callers cannot distinguish the two (SPEC 7). */
export function notFound(thing: string): ShaonError {
  return new ShaonError('not_found', 'Not found.', { thing });
}

/** The record; throws `not_found` if there is none. */
export function orNotFound<Found>(found: Found | null | undefined, thing: string): Found {
  if (found === null || found === undefined) throw notFound(thing);
  return found;
}

/** The error for an option that cannot be used; its message names the option. */
export function invalidOption(message: string): ShaonError {
  return new ShaonError('options_invalid', message);
}

/** The error for what the present state of a record or of the database does not allow; its message says what to do. */
export function stateConflict(message: string, details?: Record<string, unknown>): ShaonError {
  return new ShaonError('state_conflict', message, details);
}

/** Whether an error is a ShaonError, also one made by a second copy of the package. */
export function isShaonError(error: unknown, code?: ErrorCode): error is ShaonError {
  if (!(error instanceof Error) || !('code' in error) || !('details' in error)) return false;
  return code === undefined || error.code === code;
}

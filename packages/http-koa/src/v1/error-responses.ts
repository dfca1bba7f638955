import {
  type CoreLog,
  describeErrors,
  type ErrorCode,
  InvalidInputError,
  isShaonError,
  type Locale,
  portFaultOf,
  type ShaonError,
} from '@shaon/core';
import { type Answer, errorAnswer } from './answer.ts';
import { HttpRefusal } from './http-refusal.ts';

interface ErrorResponse {
  readonly status: number;
  /** The text for the caller; the error's own message goes at most to the log. */
  readonly message: string;
}

const SERVER_ERROR = { status: 500, message: 'Server Error' };
const UNAVAILABLE = { status: 503, message: 'Service Unavailable' };
const CONFLICT = { status: 422, message: 'The request does not fit the state of the record.' };

/** The API's response to each error of core (SPEC 7; D:H14, K4, E8, X2); a code without a row does not compile. */
const RESPONSES: Readonly<Record<ErrorCode, ErrorResponse>> = {
  invalid_input: { status: 422, message: 'The given data was invalid.' },
  not_authenticated: { status: 401, message: 'Unauthenticated.' },
  ability_missing: { status: 403, message: 'Invalid ability provided.' },
  not_permitted: { status: 403, message: 'Invalid ability provided.' },
  not_found: { status: 404, message: 'Not found.' },
  already_in: CONFLICT,
  not_in: CONFLICT,
  employee_frozen: CONFLICT,
  month_closed: CONFLICT,
  state_conflict: CONFLICT,
  in_use: CONFLICT,
  limit_reached: CONFLICT,
  options_invalid: SERVER_ERROR,
  keys_missing: SERVER_ERROR,
  keys_mismatch: SERVER_ERROR,
  ciphertext_corrupt: SERVER_ERROR,
  schema_missing: UNAVAILABLE,
  schema_outdated: UNAVAILABLE,
  schema_newer: UNAVAILABLE,
  database_locked: UNAVAILABLE,
  database_unavailable: UNAVAILABLE,
  took_too_long: UNAVAILABLE,
  audit_unavailable: UNAVAILABLE,
  event_sink_missing: SERVER_ERROR,
  transaction_nested: SERVER_ERROR,
};

/** The answer to the error that ended a call. Our own faults go to the log, never to the caller. */
export function answerToError(error: unknown, locale: Locale, log: CoreLog, requestId: string): Answer {
  if (error instanceof HttpRefusal) return errorAnswer(error.status, error.message, { ...error.headers });
  if (isInvalidInput(error)) {
    const described = describeErrors(error.errors, locale);
    const hasFields = Object.keys(error.errors).length > 0;
    return errorAnswer(422, described.message, {}, hasFields ? described.errors : undefined);
  }
  if (!isShaonError(error)) return answerToFault(error, log, requestId);
  const { status, message } = RESPONSES[error.code];
  if (status >= 500) log.error({ requestId, code: error.code, details: error.details }, error.message);
  return errorAnswer(status, message, headersOf(error));
}

function isInvalidInput(error: unknown): error is InvalidInputError {
  return error instanceof InvalidInputError || (isShaonError(error, 'invalid_input') && 'errors' in error);
}

/** Names the missing ability, so that the caller knows which one to ask for (D:X2). */
function headersOf(error: ShaonError): Record<string, string> {
  const { ability } = error.details;
  return error.code === 'ability_missing' && typeof ability === 'string' ? { 'X-Required-Ability': ability } : {};
}

/**
 * The answer to a fault of ours. Its message may contain data, so the log gets only its kind and its stack. For a fault
 * in a host's own port the log also gets the message, which helps the host to find it.
 */
function answerToFault(error: unknown, log: CoreLog, requestId: string): Answer {
  const name = error instanceof Error ? error.name : typeof error;
  const at = error instanceof Error ? stackLines(error) : [];
  log.error({ requestId, error: name, at, ...portFaultOf(error) }, 'A call failed');
  return errorAnswer(SERVER_ERROR.status, SERVER_ERROR.message);
}

/** Line by line: the stack also holds the message, and one expression for all would rescan its lines. */
function stackLines(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 8).map((line) => line.trim());
}

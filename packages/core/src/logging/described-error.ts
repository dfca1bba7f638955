import { ConstraintError, StatementError } from '../database/sql/constraint-errors.ts';
import { isShaonError } from '../errors.ts';
import { portFaultOf } from '../port-fault.ts';

/** These beginnings of a TypeError's message contain no value of a request; the rest may. */
const LOGGABLE_BEGINNING =
  /^(Cannot (read|set) properties of (undefined|null)|[\w.$]+ is not (a function|defined|iterable|a constructor))/;
/** Some texts only name the kind of error: its class, its code such as `database_unavailable`, or an SQLSTATE. */
const KIND = /^([A-Za-z_]{1,40}|[0-9A-Z]{5})$/;
/** Deeper causes do not help a reader, and a cycle must end. */
const MAX_CAUSES = 3;

/**
 * An error in the form for the log. Messages of our own errors contain no values, by rule; those of drivers, parsers
 * and Node may: a statement's parameters, part of a body, an address with its query. For these the class, the code and
 * the stack are enough. For an error from a product's port, the message is logged without parts that may be secret.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (typeof error === 'string' && KIND.test(error)) return error;
  if (!(error instanceof Error)) return typeof error === 'object' ? { type: 'not an error' } : typeof error;
  const { code, syscall, cause } = error as { code?: unknown; syscall?: unknown; cause?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof syscall === 'string' ? { syscall } : {}),
    ...(portFaultOf(error) ?? messageOf(error)),
    ...(isShaonError(error) && Object.keys(error.details).length > 0 ? { details: error.details } : {}),
    stack: framesOf(error),
    ...(cause instanceof Error && depth < MAX_CAUSES ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

function messageOf(error: Error): { message?: string } {
  const isOurs = isShaonError(error) || error instanceof ConstraintError || error instanceof StatementError;
  if (isOurs) return { message: error.message };
  const beginning =
    error instanceof TypeError || error instanceof ReferenceError ? LOGGABLE_BEGINNING.exec(error.message) : null;
  return beginning === null ? {} : { message: beginning[0] };
}

/** Only the frames, because the first line of a stack repeats the message. */
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 12).join('\n');
}

import { ConstraintError, StatementError } from '../database/constraint-errors.ts';
import { isShaonError } from '../errors.ts';
import { portFaultOf } from '../port-fault.ts';

/** Of a TypeError these beginnings hold no value of a request; what follows may. */
const TELLING =
  /^(Cannot (read|set) properties of (undefined|null)|[\w.$]+ is not (a function|defined|iterable|a constructor))/;
/** Some say only what kind of error it was: its class, its code such as `database_unavailable`, or an SQLSTATE. */
const KIND = /^([A-Za-z_]{1,40}|[0-9A-Z]{5})$/;
/** Deeper causes are of no use to a reader, and a cycle must end. */
const MOST_CAUSES = 3;

/**
 * An error as the log may show it. The messages of our own errors carry no values by rule; those of drivers, parsers
 * and Node do: a statement's parameters, a piece of a body, an address with its query. Of these the class, the code
 * and where it happened are enough. Of what a product's own port has thrown, the message is told without what may be secret
 * in it.
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
    ...(cause instanceof Error && depth < MOST_CAUSES ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

function messageOf(error: Error): { message?: string } {
  const isOurs = isShaonError(error) || error instanceof ConstraintError || error instanceof StatementError;
  if (isOurs) return { message: error.message };
  const telling = error instanceof TypeError || error instanceof ReferenceError ? TELLING.exec(error.message) : null;
  return telling === null ? {} : { message: telling[0] };
}

/** The frames alone: the first line of a stack repeats the message. */
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 12).join('\n');
}

import type { CoreLog } from './log.ts';

/**
 * Wraps a listener, a timer's callback or a hook, so that its errors cannot end the process: Node treats an error or a
 * rejection there as uncaught. The error goes to the log with `name`.
 *
 * @param name what was being handled, for the log: `request log`, `webhook wake-up`
 */
export function guardedHandler<Values extends unknown[]>(
  log: CoreLog,
  name: string,
  handler: (...values: Values) => unknown,
): (...values: Values) => void {
  const report = (error: unknown): void => {
    try {
      log.error({ err: error, handler: name }, 'An event handler failed');
    } catch {
      // If the log fails too, the error cannot be reported.
    }
  };
  return (...values) => {
    try {
      const result = handler(...values);
      if (isThenable(result)) Promise.resolve(result).catch(report);
    } catch (error) {
      report(error);
    }
  };
}

/** Like `guardedHandler`, for work that callers wait for: `refuse` gives them the error, so that none waits forever. */
export function guardedStep<Values extends unknown[]>(
  log: CoreLog,
  name: string,
  step: (...values: Values) => unknown,
  refuse: (error: unknown) => void,
): (...values: Values) => void {
  const refuseAndThrow = (error: unknown): never => {
    refuse(error);
    throw error;
  };
  return guardedHandler(log, name, (...values: Values) => {
    try {
      const result = step(...values);
      return isThenable(result) ? Promise.resolve(result).catch(refuseAndThrow) : result;
    } catch (error) {
      return refuseAndThrow(error);
    }
  });
}

/** Not `instanceof Promise`, because a product may use another promise library, or promises of another realm. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

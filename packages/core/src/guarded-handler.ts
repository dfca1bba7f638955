import type { CoreLog } from './log.ts';

/**
 * Wraps a listener, a timer's callback or a hook, so that nothing it throws can end the process: Node treats an error
 * thrown there, and a promise rejected there, as uncaught. The error goes to the log with `name`, which says what was
 * being handled.
 *
 * @param name where it happened, for the log: `request log`, `webhook wake-up`
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
      // A log that fails as well has nobody left to tell.
    }
  };
  return (...values) => {
    try {
      const result = handler(...values);
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  };
}

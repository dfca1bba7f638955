import { deepStrictEqual } from 'node:assert/strict';
import { type HandlerLog, handlerLog } from './handler-log.ts';

/**
 * A way in which an error of a product's log, metric, hook or port, or of a driver, reaches a handler of ours. mocha
 * fails a test during which an exception or a rejection reaches the process.
 */
export interface Door<Given = undefined> {
  /** The handlers that fail, in their order, as the log names them. */
  readonly handler: string | readonly string[];
  /** Whether they may fail again while the test goes on, so that only their names are compared. */
  readonly again?: true;
  /** Where the handler has no log: its name, with `handler: []`. */
  readonly unlogged?: string;
  /** What is promised besides. */
  readonly holds: string;
  /** Whether every other line of the log throws too. */
  readonly logThrows?: true;
  readonly timeoutMs?: number;
  readonly open: (handlers: HandlerLog, given: Given) => unknown;
}

/** A test for each door; `given` is asked when the test runs. */
export function throwAtDoors<Given>(doors: readonly Door<Given>[], given: () => Given): void {
  for (const { handler, again = false, unlogged, holds, logThrows = false, timeoutMs, open } of doors) {
    const names = [handler].flat();
    const test = it(`${unlogged ?? names[0]}: ${holds}`, async () => {
      const handlers = handlerLog({ throws: logThrows });
      await open(handlers, given());
      const { failed } = handlers;
      if (again) deepStrictEqual(new Set(failed), new Set(names));
      else deepStrictEqual(failed, names);
    });
    if (timeoutMs !== undefined) test.timeout(timeoutMs);
  }
}

import { constants } from 'node:os';

/** The same signal twice within this time is one: npm passes on a Ctrl-C that the terminal has sent to everybody. */
const ECHO_MS = 500;

/**
 * On SIGTERM or SIGINT runs `stop` and then exits, with 0 when it succeeded. A second signal exits at once: whoever
 * sends two does not want to wait.
 */
export function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<void>, failed: (error: unknown) => void): void {
  let first: number | undefined;
  const hear = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first !== undefined) {
      if (now - first > ECHO_MS) process.exit(128 + constants.signals[signal]);
      return;
    }
    first = now;
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        failed(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', hear).on('SIGINT', hear);
}

import { constants } from 'node:os';
import { type CoreLog, guardedHandler } from '@shaon/core';
import { exitAfterLogs } from './log.ts';

/** A signal repeated within this time counts once: npm passes on a Ctrl-C that all processes already received. */
const ECHO_MS = 500;

let isStopping = false;

/** Whether a stop has begun, which ends the process. */
export const isStoppingOnSignal = (): boolean => isStopping;

/**
 * On SIGTERM or SIGINT runs `stop` and then exits, with 0 on success. A second signal exits at once, because its sender
 * does not want to wait.
 *
 * @param isReading whether a thread is still inside SQLite: `process.exit` would wait for it, so the process then ends
 *   by the signal that it received
 */
export function stopOnSignal(
  stop: (signal: NodeJS.Signals) => Promise<void>,
  log: CoreLog,
  isReading: () => boolean = () => false,
): void {
  let first: number | undefined;
  const onSignal = guardedHandler(log, 'signal to stop', async (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (first !== undefined) {
      if (now - first > ECHO_MS) await exit(128 + constants.signals[signal], signal);
      return;
    }
    first = now;
    isStopping = true;
    let code = 1;
    try {
      await stop(signal);
      code = 0;
    } catch (error) {
      log.error({ err: error }, 'Stopping failed');
    } finally {
      await exit(code, signal);
    }
  });
  const exit = (code: number, signal: NodeJS.Signals): Promise<never> => {
    if (isReading()) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
      // The first process of a container cannot end itself in this way.
    }
    return exitAfterLogs(code);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

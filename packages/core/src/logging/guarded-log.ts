import { guardedHandler } from '../guarded-handler.ts';
import { type CoreLog, silentLog } from '../log.ts';

/**
 * A log that drops its own errors. The event of a line has already happened, so a host's log that throws must not make
 * a committed write fail or roll an open one back, and one that rejects must not end the process.
 */
export function guardedLog(log: CoreLog): CoreLog {
  return {
    info: guardedHandler(silentLog, 'line of a log', (fields, message) => log.info(fields, message)),
    warn: guardedHandler(silentLog, 'line of a log', (fields, message) => log.warn(fields, message)),
    error: guardedHandler(silentLog, 'line of a log', (fields, message) => log.error(fields, message)),
  };
}

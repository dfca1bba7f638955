import { type CoreLog, silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';

/**
 * A log whose own errors reach nobody. The host's log may throw; a sender that says why a claim failed would otherwise
 * end with that line.
 */
export function guardedLog(log: CoreLog): CoreLog {
  return {
    info: guardedHandler(silentLog, 'log', (fields, message) => log.info(fields, message)),
    warn: guardedHandler(silentLog, 'log', (fields, message) => log.warn(fields, message)),
    error: guardedHandler(silentLog, 'log', (fields, message) => log.error(fields, message)),
  };
}

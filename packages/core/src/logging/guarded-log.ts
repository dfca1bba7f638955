import { guardedHandler } from '../guarded-handler.ts';
import { type CoreLog, silentLog } from '../log.ts';

/**
 * A log whose own errors reach nobody. What a line tells of has happened: a host's log that throws would make a failure of
 * what was committed, or undo what was not, and one that rejects would end the process.
 */
export function guardedLog(log: CoreLog): CoreLog {
  return {
    info: guardedHandler(silentLog, 'log', (fields, message) => log.info(fields, message)),
    warn: guardedHandler(silentLog, 'log', (fields, message) => log.warn(fields, message)),
    error: guardedHandler(silentLog, 'log', (fields, message) => log.error(fields, message)),
  };
}

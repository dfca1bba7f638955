import { isShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { RunStatement } from './engine.ts';
import { tookTooLong } from './reading.ts';
import type { RefusedReadings } from './refused-readings.ts';

/** Everything else in the process waits while a statement runs. */
const SLOW_ON_LOOP_MS = 50;
const LOG_AGAIN_AFTER_MS = 60_000;

/**
 * Watches the SQLite statements that run on the event loop's thread because they should be quick. If one is slow, say
 * by an unforeseen plan, the log names it, at most once a minute.
 */
export class SlowReadings {
  readonly #log: CoreLog;
  readonly #loggedAt = new Map<string, number>();

  constructor(log: CoreLog) {
    this.#log = log;
  }

  /** Records a statement that began at `startedAt`, on the clock of `performance.now()`, and ends now. */
  note(name: string, startedAt: number): void {
    const now = performance.now();
    const tookMs = Math.round(now - startedAt);
    if (tookMs < SLOW_ON_LOOP_MS || now - (this.#loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_AFTER_MS)
      return;
    this.#loggedAt.set(name, now);
    guardedHandler(this.#log, 'slow readings', () => {
      this.#log.warn({ reading: name, tookMs }, 'A reading held up everything else');
    })();
  }
}

/** The name of reads without a `Reading`: of a single record, or for a decision. */
export const SINGLE_READ = 'a single read';

/** Adds the reading's name to the log and the error when it exceeds its limit, wherever it was stopped. */
export function namingReading(
  name: string,
  log: CoreLog,
  refusedReadings: RefusedReadings,
  run: RunStatement,
): RunStatement {
  return async (text, values) => {
    try {
      return await run(text, values);
    } catch (error) {
      if (!isShaonError(error, 'took_too_long')) throw error;
      const { waiting } = error.details;
      if (waiting === undefined) {
        guardedHandler(log, 'long readings', () => {
          log.warn({ reading: name }, 'A reading took too long and was given up');
        })();
      } else {
        refusedReadings.note(name, Number(waiting));
      }
      throw error.details.reading === name ? error : tookTooLong(name, error);
    }
  };
}

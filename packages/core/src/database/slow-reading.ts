import { isShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { RunStatement } from './engine.ts';
import { tookTooLong } from './reading.ts';

/** Everything else in the process waits meanwhile. */
const SLOW_ON_LOOP_MS = 50;
const TELL_AGAIN_MS = 60_000;

/**
 * Watches the statements of SQLite that run on the thread of the event loop, because they should be quick: the log names
 * the place of one that was not, such as one with a plan that nobody foresaw, at most once a minute.
 */
export class SlowReadings {
  readonly #log: CoreLog;
  readonly #toldAt = new Map<string, number>();

  constructor(log: CoreLog) {
    this.#log = log;
  }

  /** Told what a statement took that began at `startedAt`, on the clock of `performance.now()`. */
  note(place: string, startedAt: number): void {
    const now = performance.now();
    const tookMs = Math.round(now - startedAt);
    if (tookMs < SLOW_ON_LOOP_MS || now - (this.#toldAt.get(place) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_MS) return;
    this.#toldAt.set(place, now);
    guardedHandler(this.#log, 'slow readings', () => {
      this.#log.warn({ place, tookMs }, 'A reading held up everything else');
    })();
  }
}

/** The place of reads that are for no list: a record, or what decides. */
export const SINGLE_READ = 'a single read';

/** Names in the log and in the error the place of a reading that ran into its bound, whoever has stopped it. */
export function namingPlace(place: string, log: CoreLog, run: RunStatement): RunStatement {
  return async (text, values) => {
    try {
      return await run(text, values);
    } catch (error) {
      if (!isShaonError(error, 'took_too_long')) throw error;
      guardedHandler(log, 'long readings', () => {
        const { waiting } = error.details;
        if (waiting === undefined) log.warn({ place }, 'A reading took too long and was given up');
        else log.warn({ place, waiting }, 'A reading was refused, because too many of its company wait');
      })();
      throw error.details.place === place ? error : tookTooLong(place, error);
    }
  };
}

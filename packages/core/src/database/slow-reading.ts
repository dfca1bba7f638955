import { isShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import type { RunStatement } from './engine.ts';
import { tookTooLong } from './reading.ts';
import type { RefusedReadings } from './refused-readings.ts';

/** Everything else in the process waits while a statement runs. */
const SLOW_ON_LOOP_MS = 50;
/** So many quick runs on threads in a row: fewer, and a caller who mixes slow and quick pages could hold up others often. */
const QUICK_RUNS_TO_RETURN = 20;
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

  /**
   * Records a statement that began at `startedAt`, on the clock of `performance.now()`, and ends now. Returns whether it
   * was slow.
   */
  note(name: string, startedAt: number): boolean {
    const now = performance.now();
    const tookMs = Math.round(now - startedAt);
    if (tookMs < SLOW_ON_LOOP_MS) return false;
    if (now - (this.#loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_AFTER_MS) return true;
    this.#loggedAt.set(name, now);
    guardedHandler(this.#log, 'slow readings', () => {
      this.#log.warn({ reading: name, tookMs }, 'A reading held up everything else');
    })();
    return true;
  }
}

/**
 * The statements of lists that once held up everything else: by an unforeseen plan, or because their rows came from a
 * slow disk. They run on threads until they are quick again.
 */
export class SlowLists {
  /** By statement, how many quick runs are missing until it runs on the loop again. */
  readonly #quickRunsMissing = new Map<string, number>();

  has(text: string): boolean {
    return this.#quickRunsMissing.has(text);
  }

  add(text: string): void {
    this.#quickRunsMissing.set(text, QUICK_RUNS_TO_RETURN);
  }

  /** Records how long a statement ran on a thread. */
  noteOnThread(text: string, tookMs: number): void {
    const missing = tookMs < SLOW_ON_LOOP_MS ? (this.#quickRunsMissing.get(text) ?? 1) - 1 : QUICK_RUNS_TO_RETURN;
    if (missing === 0) this.#quickRunsMissing.delete(text);
    else this.#quickRunsMissing.set(text, missing);
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

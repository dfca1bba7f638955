import { isShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { RunStatement } from '../connect/engine.ts';
import { tookTooLong } from './reading.ts';

/** The name of reads without a `Reading`: of a single record, or for a decision. */
export const SINGLE_READ = 'a single read';

/** Everything else in the process waits while SQLite runs a statement on the event loop. */
const SLOW_ON_LOOP_MS = 50;
const WARN_AGAIN_AFTER_MS = 60_000;

/** Warns of readings; of what may come in floods at most once a minute for each name. */
export class ReadingWarnings {
  readonly #log: CoreLog;
  readonly #warnedAt = new Map<string, number>();

  constructor(log: CoreLog) {
    this.#log = log;
  }

  warn(message: string, fields: { readonly reading: string } & Record<string, unknown>): void {
    guardedHandler(this.#log, 'warning of readings', () => this.#log.warn(fields, message))();
  }

  warnRarely(...[message, fields]: Parameters<ReadingWarnings['warn']>): void {
    const now = performance.now();
    const warning = `${message}: ${fields.reading}`;
    if (now - (this.#warnedAt.get(warning) ?? Number.NEGATIVE_INFINITY) < WARN_AGAIN_AFTER_MS) return;
    this.#warnedAt.set(warning, now);
    this.warn(message, fields);
  }

  /**
   * Warns of a statement of SQLite on the event loop that should be quick and is slow, say by an unforeseen plan.
   *
   * @param run has read when it returns, not only when its promise resolves
   */
  ofSlow(reading: string, run: RunStatement): RunStatement {
    return (text, values) => {
      const startedAt = performance.now();
      const rows = run(text, values);
      const tookMs = Math.round(performance.now() - startedAt);
      if (tookMs >= SLOW_ON_LOOP_MS) this.warnRarely('A reading held up everything else', { reading, tookMs });
      return rows;
    };
  }

  /** Warns of a reading that exceeds its limit, wherever it was stopped, and adds its name to the error. */
  ofGivenUp(reading: string, run: RunStatement): RunStatement {
    return async (text, values) => {
      try {
        return await run(text, values);
      } catch (error) {
        if (!isShaonError(error, 'took_too_long')) throw error;
        const { waiting } = error.details;
        if (waiting === undefined) this.warn('A reading took too long and was given up', { reading });
        else this.warnRarely('A reading was refused, because too many of its company wait', { reading, waiting });
        throw error.details.reading === reading ? error : tookTooLong(reading, error);
      }
    };
  }
}

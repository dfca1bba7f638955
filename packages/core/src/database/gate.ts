import { AsyncLocalStorage } from 'node:async_hooks';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';

/** A gate held longer than this is logged with the place that holds it (DESIGN, Unit of work). */
const HELD_TOO_LONG_MS = 1_000;

/**
 * Lets one writer at a time through, first come, first served. SQLite has one writing connection, and two
 * transactions on it would run into one another (STYLE, hazards). Nothing slow may happen inside.
 */
export class Gate {
  readonly #log: CoreLog;
  readonly #inside = new AsyncLocalStorage<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(log: CoreLog) {
    this.#log = log;
  }

  /**
   * Runs `work` when everybody before it is through. `place` names the caller for the log.
   * Throws `transaction_nested` when the caller is inside already: it would wait for itself.
   */
  pass<T>(place: string, work: () => Promise<T>): Promise<T> {
    const outer = this.#inside.getStore();
    if (outer !== undefined) {
      throw new ShaonError('transaction_nested', `${place} was called inside ${outer} without its { manager }.`);
    }
    const turn = this.#last.then(() => this.#hold(place, work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #hold<T>(place: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await this.#inside.run(place, work);
    } finally {
      const heldMs = Math.round(performance.now() - started);
      if (heldMs > HELD_TOO_LONG_MS) this.#log.warn({ place, heldMs }, 'A transaction held the write gate too long');
    }
  }
}

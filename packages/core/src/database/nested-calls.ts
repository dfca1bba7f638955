import { AsyncLocalStorage } from 'node:async_hooks';
import { ShaonError } from '../errors.ts';

/** A transaction in which code of others runs; whatever that code starts remembers it, also after its end. */
interface WatchedTransaction {
  readonly place: string;
  isOver: boolean;
}

/**
 * Finds services that are called inside a transaction without its `{ manager }`. Where there is one writer, such a call
 * would wait for its own caller for ever.
 */
export class NestedCalls {
  readonly #watched = new AsyncLocalStorage<WatchedTransaction>();

  /**
   * Runs what is not ours inside a transaction. Our own work does without, because Node calls hooks for every promise of
   * the process as soon as an AsyncLocalStorage has run: a fifth of a small request.
   */
  async watch<T>(place: string, work: () => Promise<T>): Promise<T> {
    const watched: WatchedTransaction = { place, isOver: false };
    try {
      return await this.#watched.run(watched, work);
    } finally {
      watched.isOver = true;
    }
  }

  /** Throws `transaction_nested` when the caller is inside a watched transaction that is still open. */
  assertOutside(place: string): void {
    const outer = this.#watched.getStore();
    if (outer?.isOver !== false) return;
    throw new ShaonError('transaction_nested', `${place} was called inside ${outer.place} without its { manager }.`);
  }
}

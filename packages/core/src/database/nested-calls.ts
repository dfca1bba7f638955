import { AsyncLocalStorage } from 'node:async_hooks';
import { ShaonError } from '../errors.ts';

/** A transaction in which code of others runs; whatever that code starts remembers it, also after its end. */
interface WatchedTransaction {
  readonly place: string;
  isOver: boolean;
}

/**
 * The innermost transaction of each core in which the caller is. One for the process, whatever cores come and go: before
 * Node 24 each that has run costs every promise from then on, and is never let go of.
 */
const WATCHED = new AsyncLocalStorage<ReadonlyMap<NestedCalls, WatchedTransaction>>();

/**
 * Finds services that are called inside a transaction without its `{ manager }`. Where there is one writer, such a call
 * would wait for its own caller for ever.
 */
export class NestedCalls {
  /**
   * Runs what is not ours inside a transaction. Our own work does without, because Node calls hooks for every promise of
   * the process as soon as an AsyncLocalStorage has run: a fifth of a small request.
   */
  async watch<T>(place: string, work: () => Promise<T>): Promise<T> {
    const watched: WatchedTransaction = { place, isOver: false };
    const around = [...(WATCHED.getStore() ?? [])].filter(([, { isOver }]) => !isOver);
    try {
      return await WATCHED.run(new Map([...around, [this, watched]]), work);
    } finally {
      watched.isOver = true;
    }
  }

  /** Throws `transaction_nested` when the caller is inside a watched transaction that is still open. */
  assertOutside(place: string): void {
    const outer = WATCHED.getStore()?.get(this);
    if (outer?.isOver !== false) return;
    throw new ShaonError('transaction_nested', `${place} was called inside ${outer.place} without its { manager }.`);
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { ShaonError } from '../errors.ts';

/** A transaction that runs code of others. All that this code starts carries the mark, even after its end. */
interface WatchedTransaction {
  readonly place: string;
  isOver: boolean;
}

/**
 * For each core, the innermost watched transaction of the caller. There is one storage for the whole process: before
 * Node 24 each AsyncLocalStorage that has run slows every later promise down and is never freed.
 */
const WATCHED = new AsyncLocalStorage<ReadonlyMap<NestedCalls, WatchedTransaction>>();

/**
 * Detects services that are called inside a transaction without its `{ manager }`. With a single writer such a call
 * would wait for its own caller for ever.
 */
export class NestedCalls {
  /**
   * Runs code of others inside a transaction. Our own code runs without it: once an AsyncLocalStorage has run, Node
   * calls hooks for every promise of the process, a fifth of a small request.
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

import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import { ShaonError } from '../../errors.ts';

/** A transaction that runs code of others. All that this code starts carries the mark, even after its end. */
interface WatchedTransaction {
  readonly core: NestedCalls;
  readonly name: string;
  readonly manager: EntityManager;
  /** The transaction inside which that code was called. */
  readonly enclosing: WatchedTransaction | undefined;
  isOver: boolean;
}

/**
 * The innermost watched transaction of the caller. There is one storage for the whole process: before Node 24 each
 * AsyncLocalStorage that has run slows every later promise down and is never freed.
 */
const WATCHED = new AsyncLocalStorage<WatchedTransaction>();

/** Detects calls from code of others that runs inside a transaction of one core. */
export class NestedCalls {
  /**
   * Runs code of others inside a transaction. Our own code runs without it: once an AsyncLocalStorage has run, Node
   * calls hooks for every promise of the process, a fifth of a small request.
   */
  async watch<T>(name: string, manager: EntityManager, work: () => Promise<T>): Promise<T> {
    const [enclosing] = openTransactions();
    const watched: WatchedTransaction = { core: this, name, manager, enclosing, isOver: false };
    try {
      return await WATCHED.run(watched, work);
    } finally {
      watched.isOver = true;
    }
  }

  /**
   * Throws `transaction_nested` when the caller is inside a watched transaction that is still open. With a single
   * writer, a call without the `{ manager }` would wait for its own caller forever.
   */
  assertOutside(name: string): void {
    const outer = [...openTransactions()].find(({ core }) => core === this);
    if (outer === undefined) return;
    throw new ShaonError('transaction_nested', `${name} was called inside ${outer.name} without its { manager }.`);
  }
}

/** The managers of the watched transactions around the caller, innermost first; also of other cores. */
export function watchedManagers(): EntityManager[] {
  return Array.from(openTransactions(), ({ manager }) => manager);
}

function* openTransactions(): Generator<WatchedTransaction> {
  for (let each = WATCHED.getStore(); each !== undefined; each = each.enclosing) if (!each.isOver) yield each;
}

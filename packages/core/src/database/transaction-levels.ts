import { setImmediate } from 'node:timers/promises';
import type { EntityManager, QueryRunner } from 'typeorm';
import { getOrMake } from '../get-or-make.ts';

/** A transaction, or one of our savepoints in it: what is requested in it runs one after the other. */
export class Level {
  /** Null for the whole transaction. */
  readonly outer: Level | null;
  /** How many works of others run in it: their statements belong there. */
  worksOfOthers = 0;
  #isOver = false;
  /** Settles when all that was requested so far has ended; null if nothing is left. */
  #last: Promise<void> | null = null;

  constructor(outer: Level | null) {
    this.outer = outer;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** 0 for the whole transaction. */
  get depth(): number {
    return this.outer === null ? 0 : this.outer.depth + 1;
  }

  isWithin(level: Level): boolean {
    return this === level || (this.outer?.isWithin(level) ?? false);
  }

  /** Runs `work` after all that was requested before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = (this.#last ?? Promise.resolve()).then(work);
    this.#last = done.then(ignore, ignore);
    return done;
  }

  /**
   * Resolves when nothing requested in the level is running. When calls are awaited together, the first failure is
   * reported at once; a rollback must wait for the other calls. A service that has read requests its write in the same
   * turn of the event loop, so each time a turn is waited for.
   */
  async idle(): Promise<void> {
    while (this.#last !== null) {
      const last = this.#last;
      await last;
      await setImmediate();
      if (this.#last === last) this.#last = null;
    }
  }

  /** Takes no more work once nothing is running. */
  async end(): Promise<void> {
    await this.idle();
    this.#isOver = true;
  }
}

const ignore = (): void => undefined;

/** The open transaction of a query runner. */
export class JoinedTransaction {
  readonly whole: Level = new Level(null);
  /** The innermost of our open savepoints; between two of them the whole transaction. */
  inmost: Level = this.whole;
  /** The statements of others that are under way. */
  readonly statements: Set<Promise<unknown>> = new Set();
  /** The error of a savepoint that could not be rolled back: PostgreSQL would answer COMMIT with a rollback. */
  fault: unknown = null;
  #waiting: (() => void)[] = [];

  /** Resolves when another savepoint is the innermost, or when works of others run in it. */
  async changed(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  change(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

/* Of the whole process, because two cores on one DataSource may share a host's transaction. */
const transactions = new WeakMap<QueryRunner, JoinedTransaction>();
/** The levels of managers that a transaction or a savepoint gives to its work. */
const levels = new WeakMap<EntityManager, Level>();

export function transactionOf(runner: QueryRunner): JoinedTransaction {
  return getOrMake(transactions, runner, () => new JoinedTransaction());
}

/** Begins the level of a transaction whose end is known. On SQLite all transactions share one runner. */
export function beginLevel(manager: EntityManager): Level {
  const transaction = new JoinedTransaction();
  transactions.set(manager.queryRunner as QueryRunner, transaction);
  levels.set(manager, transaction.whole);
  return transaction.whole;
}

/**
 * The level to which a manager belongs. A manager that no level has given to its work belongs to the whole transaction
 * of its runner: that of TypeORM's own savepoints and of subscribers, and each that a host makes.
 */
export function levelOf(manager: EntityManager): Level {
  return levels.get(manager) ?? transactionOf(manager.queryRunner as QueryRunner).whole;
}

/**
 * Makes the manager for the work of a savepoint. TypeORM makes a new manager the runner's, which its own savepoints and
 * subscribers are given, so the one of the whole transaction is put back.
 */
export function managerOf(level: Level, runner: QueryRunner): EntityManager {
  const { manager } = runner;
  const own = manager.connection.createEntityManager(runner);
  Object.assign(runner, { manager });
  levels.set(own, level);
  return own;
}

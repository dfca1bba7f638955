import { setImmediate } from 'node:timers/promises';
import type { EntityManager, QueryRunner } from 'typeorm';
import { getOrMake } from '../../get-or-make.ts';
import { watchedManagers } from './nested-calls.ts';

/**
 * A transaction, or one of our savepoints in it. Calls in it run one after the other, because the database keeps
 * savepoints in a stack: ending one while a later one is open would end or roll back the later one too.
 */
export class Level {
  readonly whole: Level;
  /** 0 for the whole transaction. */
  readonly depth: number;
  /** The callbacks for after the commit of a whole transaction of ours; null for all others. */
  afterCommit: (() => void)[] | null = null;
  /** For a whole transaction: the error of a savepoint that could not be rolled back, so that it must not be committed. */
  fault: unknown = null;
  #isOver = false;
  /** Settles when all that was called so far has ended; null if nothing was. */
  #last: Promise<void> | null = null;

  constructor(outer: Level | null) {
    this.whole = outer?.whole ?? this;
    this.depth = outer === null ? 0 : outer.depth + 1;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs `work` after all that was called before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = (this.#last ?? Promise.resolve()).then(work);
    this.#last = done.then(ignore, ignore);
    return done;
  }

  /**
   * Resolves when nothing runs in the level. A service that has read calls its write in the same turn of the event loop,
   * so each time a turn is waited for.
   */
  async idle(): Promise<void> {
    for (let waited: Promise<void> | null = null; waited !== this.#last; ) {
      waited = this.#last;
      await waited;
      await setImmediate();
    }
  }

  /** Takes no more calls once nothing runs. */
  async end(): Promise<void> {
    await this.idle();
    this.#isOver = true;
  }
}

const ignore = (): void => undefined;

/**
 * The levels of managers that a transaction or a savepoint gives to its work, and those of whole transactions by their
 * query runner. Of the whole process, because two cores on one DataSource may share a host's transaction.
 */
const levels = new WeakMap<EntityManager | QueryRunner, Level>();

/** Begins the level of a transaction of ours. On SQLite all transactions share one runner. */
export function beginLevel(manager: EntityManager): Level {
  const level = new Level(null);
  levels.set(manager, level);
  levels.set(manager.queryRunner as QueryRunner, level);
  return level;
}

/**
 * The level to which a manager belongs. A manager that no level has given to its work belongs to the whole transaction
 * of its runner: that of TypeORM's own savepoints and of subscribers, and each that a host makes.
 */
export function levelOf(manager: EntityManager): Level {
  return levels.get(manager) ?? getOrMake(levels, manager.queryRunner as QueryRunner, () => new Level(null));
}

/**
 * The level in which the calling code runs: the one to which its manager belongs, or a deeper one, if that is code of
 * others inside a savepoint. Such code must not wait for the service that waits for it.
 */
export function levelOfCaller(manager: EntityManager): Level {
  const named = levelOf(manager);
  const watched = watchedManagers().find(({ queryRunner }) => queryRunner === manager.queryRunner);
  return watched !== undefined && levelOf(watched).depth > named.depth ? levelOf(watched) : named;
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

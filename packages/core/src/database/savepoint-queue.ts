import type { EntityManager, QueryRunner } from 'typeorm';
import type { Engine } from './engine.ts';
import { holdRunner } from './held-runner.ts';
import type { NestedCalls } from './nested-calls.ts';
import { type JoinedTransaction, Level, levelOf, managerOf, transactionOf } from './transaction-levels.ts';

/**
 * Opens a transaction's savepoints one after the other, even when a caller requests several at once: the database keeps
 * them in a stack, so ending one while a later one is open would end or roll back the later one too.
 *
 * A savepoint requested inside another one must not wait for it. It is recognised by the manager that the outer one
 * gives to its work, or because code of others that runs in the outer one requests it: that code may use any manager of
 * the transaction.
 */
export class SavepointQueue {
  readonly #engine: Pick<Engine, 'runIn' | 'assertOpen'>;
  readonly #nestedCalls: NestedCalls;
  readonly #levelOfCaller = (manager: EntityManager): Level => this.#levelIn(manager);

  constructor(engine: Pick<Engine, 'runIn' | 'assertOpen'>, nestedCalls: NestedCalls) {
    this.#engine = engine;
    this.#nestedCalls = nestedCalls;
  }

  /** @param assertOpen is called when the turn comes, because the transaction may have ended meanwhile */
  async run<T>(
    manager: EntityManager,
    assertOpen: () => void,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.#inTurn(manager, assertOpen, (outer) => this.#openAndEnd(manager, new Level(outer), work));
  }

  /** Runs a read between the savepoints: inside one that has failed PostgreSQL would refuse it. */
  async read<T>(manager: EntityManager, assertOpen: () => void, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(manager, assertOpen, work);
  }

  async #inTurn<T>(manager: EntityManager, assertOpen: () => void, work: (level: Level) => Promise<T>): Promise<T> {
    holdRunner(manager.queryRunner as QueryRunner, this.#engine, this.#levelOfCaller);
    const level = this.#levelIn(manager);
    return level.inTurn(async () => {
      assertOpen();
      return work(level);
    });
  }

  /** Runs code of others. If that is inside a savepoint, statements of others run there and wait for nothing. */
  async runForOthers<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    const level = levelOf(manager);
    level.worksOfOthers += 1;
    transactionOf(manager.queryRunner as QueryRunner).change();
    try {
      return await work();
    } finally {
      level.worksOfOthers -= 1;
    }
  }

  /** The innermost level of the transaction in which the calling code runs, or that of its manager if that is deeper. */
  #levelIn(manager: EntityManager): Level {
    const ofSameRunner = this.#nestedCalls.managers().filter(({ queryRunner }) => queryRunner === manager.queryRunner);
    const named = levelOf(manager);
    return ofSameRunner
      .map(levelOf)
      .filter((level) => level.isWithin(named))
      .reduce((inmost, level) => (level.depth > inmost.depth ? level : inmost), named);
  }

  /**
   * Opens a savepoint, runs `work` and ends the savepoint, by its own statements. TypeORM counts nested savepoints: if
   * one of them cannot be made, released or rolled back, TypeORM then ends another savepoint or the whole transaction.
   */
  async #openAndEnd<T>(manager: EntityManager, level: Level, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = manager.queryRunner as QueryRunner;
    const transaction = transactionOf(runner);
    const outer = transaction.inmost;
    transaction.inmost = level;
    const run = (verb: string) => this.#engine.runIn(manager, `${verb} shaon_${level.depth}`, []);
    try {
      await Promise.allSettled(transaction.statements);
      await run('SAVEPOINT');
      try {
        const result = await work(managerOf(level, runner)).finally(() => level.end());
        await run('RELEASE SAVEPOINT');
        return result;
      } catch (error) {
        await undo(transaction, run);
        throw error;
      }
    } finally {
      transaction.inmost = outer;
      transaction.change();
    }
  }
}

/** Never throws: this runs after a failure, which another error would hide. */
async function undo(transaction: JoinedTransaction, run: (verb: string) => Promise<unknown>): Promise<void> {
  try {
    await run('ROLLBACK TO SAVEPOINT');
    await run('RELEASE SAVEPOINT');
    transaction.fault = null;
  } catch (fault) {
    transaction.fault = fault;
  }
}

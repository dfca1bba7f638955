import type { DataSource, EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { invalidOption } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { Engine } from '../connect/engine.ts';
import { hasOpenTransaction } from '../connect/sqlite-statements.ts';
import { withClassifiedErrors } from '../sql/constraint-errors.ts';
import type { Dialect } from '../sql/dialect.ts';
import { warnIfHanging } from './long-transactions.ts';
import { NestedCalls } from './nested-calls.ts';
import { notInTransaction } from './not-in-transaction.ts';
import { beginLevel, Level, levelOf, levelOfCaller, managerOf } from './transaction-levels.ts';

export interface TransactionOptions {
  /** The manager of an open transaction; the work then runs in a savepoint of it. */
  readonly manager?: EntityManager | undefined;
  /** Its name in the log: `employees.create`. */
  readonly name: string;
  /** On SQLite: gives the transaction its own commit, for code that is not ours and may be slow. */
  readonly isAlone?: boolean;
  /** Allows the transaction to hold the database for long without a warning, such as an import. */
  readonly mayTakeLong?: boolean;
}

/** The only place that opens transactions and joins them. */
export class UnitOfWork {
  readonly #engine: Engine;
  readonly #writer: DataSource;
  readonly #log: CoreLog;
  readonly #dialect: Dialect;
  readonly #nestedCalls = new NestedCalls();

  constructor(engine: Engine, dialect: Dialect, writer: DataSource, log: CoreLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#log = log;
    this.#dialect = dialect;
  }

  /**
   * Runs `work` in a transaction and commits; on an error, rolls back and throws. Inside, use only the given manager.
   * With `options.manager` the work gets its own savepoint, so that its failure leaves the caller's transaction usable
   * (D:W24); works that are started together get theirs one after the other. Throws `transaction_nested` when called
   * inside a transaction without that transaction's manager.
   */
  async transaction<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { manager, name, isAlone = false, mayTakeLong = false } = options;
    if (manager !== undefined) {
      return withClassifiedErrors(this.#dialect, () =>
        this.inTurn(manager, (level) => this.#inSavepoint(manager, new Level(level), work)),
      );
    }
    // On PostgreSQL a call without its manager gets its own connection and does not wait.
    if (this.#dialect === 'sqlite') this.#nestedCalls.assertOutside(name);
    let callbacks: readonly (() => void)[] = [];
    const result = await this.#engine.transaction({ name, isAlone, mayTakeLong }, async (opened) => {
      const level = beginLevel(opened);
      callbacks = level.afterCommit = [];
      const done = await work(opened).finally(() => level.end());
      if (level.fault !== null) throw level.fault;
      return done;
    });
    for (const callback of callbacks) guardedHandler(this.#log, `after the commit of ${name}`, callback)();
    return result;
  }

  /** Runs `work` in a caller's transaction after all calls before it there. Throws like `assertOpen`. */
  async inTurn<T>(manager: EntityManager, work: (level: Level) => Promise<T>): Promise<T> {
    this.assertOpen(manager);
    endAfterCalls(manager);
    const level = levelOfCaller(manager);
    return level.inTurn(async () => {
      // The transaction or its connection may have ended while it waited.
      this.assertOpen(manager);
      return work(level);
    });
  }

  /**
   * Opens a savepoint, runs `work` and ends the savepoint, by its own statements. TypeORM counts nested savepoints: if
   * one of them cannot be made, released or rolled back, TypeORM then ends another savepoint or the whole transaction.
   */
  async #inSavepoint<T>(
    manager: EntityManager,
    level: Level,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const run = (verb: string) => this.#engine.runIn(manager, `${verb} shaon_${level.depth}`, []);
    await run('SAVEPOINT');
    try {
      const own = managerOf(level, manager.queryRunner as QueryRunner);
      const result = await work(own).finally(() => level.end());
      await run('RELEASE SAVEPOINT');
      return result;
    } catch (error) {
      level.whole.fault = await faultOf(async () => {
        await run('ROLLBACK TO SAVEPOINT');
        await run('RELEASE SAVEPOINT');
      });
      throw error;
    }
  }

  /**
   * Runs code of others inside the transaction of `manager`. On SQLite, a service that this code calls without
   * `{ manager }` is refused.
   */
  async watch<T>(manager: EntityManager, name: string, work: () => Promise<T>): Promise<T> {
    const level = levelOf(manager);
    const watched = () => warnIfHanging(this.#log, name, work);
    const isRemembered = this.#dialect === 'sqlite' || level.depth > 0;
    // Services that code began and did not wait for end first: a later statement must not run inside their savepoints.
    const run = () => watched().finally(() => level.idle());
    const result = await (isRemembered ? this.#nestedCalls.watch(name, manager, run) : run());
    // Fails if that code has caught an error of its own statement: PostgreSQL would answer COMMIT with a rollback,
    // without an error. Also fails if the transaction was ended by a full disk or by TypeORM.
    await this.#engine.runIn(manager, 'SELECT 1', []);
    return result;
  }

  /**
   * Runs `callback` once the transaction of `manager` is committed, if this unit of work opened it. It never runs for a
   * host's own transaction, so whatever depends on the callback needs another way as well.
   */
  afterCommit(manager: EntityManager, callback: () => void): void {
    levelOf(manager).whole.afterCommit?.push(callback);
  }

  /**
   * Throws `options_invalid` unless `manager` belongs to an open transaction of this database. In another database's
   * transaction the write would be lost to ours; for an ended one the driver would only say that it is not connected.
   * Throws `database_unavailable` if the transaction has lost its connection.
   */
  assertOpen(manager: EntityManager): void {
    // TypeORM 1 also calls it `dataSource`; TypeORM 0.3 has only this name.
    const { queryRunner, connection } = manager ?? {};
    if (connection !== undefined && connection.driver !== this.#writer.driver) {
      throw invalidOption('{ manager } must be of core.transaction, or of the DataSource of core.');
    }
    // The runner also serves what is around a savepoint, and on SQLite the next transaction, so it alone does not tell.
    if (queryRunner?.isTransactionActive !== true || levelOf(manager).isOver) throw notInTransaction();
    this.#engine.assertOpen(manager);
  }
}

/** The error of `work`, which runs after a failure that its own error must not hide; null if it succeeds. */
async function faultOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (fault) {
    return fault;
  }
}

/**
 * TypeORM awaits its subscribers before it begins or ends a transaction, or a savepoint of the caller's in one. When
 * calls are awaited together, the first failure ends the transaction at once, and the later writes of the others would
 * be committed by themselves.
 */
const WAIT_FOR_CALLS: EntitySubscriberInterface = {
  async beforeTransactionStart({ manager }) {
    await levelOfCaller(manager).idle();
    // If SQLite has ended the transaction by itself, a savepoint would begin a new one.
    const { connection } = manager;
    if (connection.options.type === 'better-sqlite3' && !hasOpenTransaction(connection)) throw notInTransaction();
  },
  async beforeTransactionCommit({ manager }) {
    await levelOfCaller(manager).idle();
    const { fault } = levelOf(manager).whole;
    if (fault !== null) throw fault;
  },
  async beforeTransactionRollback({ manager }) {
    await levelOfCaller(manager).idle();
    levelOf(manager).whole.fault = null;
  },
};

/** Lets a transaction that services join, and savepoints of the caller's in it, end after all calls in them. */
export function endAfterCalls({ connection: { subscribers } }: EntityManager): void {
  if (!subscribers.includes(WAIT_FOR_CALLS)) subscribers.push(WAIT_FOR_CALLS);
}

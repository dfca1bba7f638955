import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { invalidOption } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import { withClassifiedErrors } from './constraint-errors.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { warnIfHanging } from './long-transactions.ts';
import { NestedCalls } from './nested-calls.ts';
import { connectionLost, notInTransaction } from './not-in-transaction.ts';
import { SavepointQueue } from './savepoint-queue.ts';
import { beginLevel, levelOf } from './transaction-levels.ts';

export interface TransactionOptions {
  /** The manager of an open transaction; the work then runs in a savepoint of it. */
  readonly manager?: EntityManager | undefined;
  /** Its name in the log: `employees.create`. */
  readonly name: string;
  /** On SQLite: gives the transaction its own commit, for code that is not ours and may be slow. */
  readonly isAlone?: boolean;
  /** Allows the transaction to hold the database for long without a warning, such as an import. */
  readonly mayTakeLong?: boolean;
  /** Allows the work to run again when another transaction caused a rollback: it acts only through its manager. */
  readonly isRepeatable?: boolean;
}

/** The only place that opens transactions and joins them; it also keeps the callbacks for after a commit. */
export class UnitOfWork {
  readonly #engine: Engine;
  readonly #writer: DataSource;
  readonly #log: CoreLog;
  readonly #dialect: Dialect;
  readonly #nestedCalls = new NestedCalls();
  readonly #savepoints: SavepointQueue;
  readonly #afterCommit = new WeakMap<QueryRunner, (() => void)[]>();

  constructor(engine: Engine, dialect: Dialect, writer: DataSource, log: CoreLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#log = log;
    this.#dialect = dialect;
    this.#savepoints = new SavepointQueue(engine, this.#nestedCalls);
  }

  /**
   * Runs `work` in a transaction and commits; on an error, rolls back and throws. Inside, use only the given manager.
   * With `options.manager` the work gets its own savepoint, so that its failure leaves the caller's transaction usable
   * (D:W24); works that are started together get theirs one after the other. Throws `transaction_nested` when called
   * inside a transaction without that transaction's manager.
   */
  async transaction<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { manager, name, isAlone = false, mayTakeLong = false, isRepeatable = false } = options;
    if (manager !== undefined) {
      this.assertOpen(manager);
      return this.#inSavepoint(manager, work);
    }
    // On PostgreSQL a call without its manager gets its own connection and does not wait.
    if (this.#dialect === 'sqlite') this.#nestedCalls.assertOutside(name);
    const callbacks: (() => void)[] = [];
    const entry = { name, isAlone, mayTakeLong, isRepeatable };
    const result = await this.#engine.transaction(entry, (opened) => this.#collecting(callbacks, opened, work));
    for (const callback of callbacks) guardedHandler(this.#log, `after the commit of ${name}`, callback)();
    return result;
  }

  /** Runs a read in a caller's transaction, beside none of our savepoints in it. Throws like `assertOpen`. */
  async read<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    return this.#savepoints.read(manager, () => this.assertOpen(manager), work);
  }

  /** The savepoint ends when all statements pipelined in it are answered, so that their errors are its own. */
  async #inSavepoint<T>(manager: EntityManager, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const answered = async (opened: EntityManager) => {
      const result = await work(opened);
      await this.#engine.answeredIn(opened);
      return result;
    };
    return withClassifiedErrors(this.#dialect, () =>
      this.#savepoints.run(manager, () => this.assertOpen(manager), answered),
    );
  }

  /**
   * Runs code of others inside the transaction of `manager`. On SQLite, a service that this code calls without
   * `{ manager }` is refused.
   */
  async watch<T>(manager: EntityManager, name: string, work: () => Promise<T>): Promise<T> {
    // Work left for the commit is done first: done inside a savepoint of that code, it could be rolled back with it.
    await this.#engine.commitWorks.runNow();
    await this.#engine.answeredIn(manager);
    const level = levelOf(manager);
    const watched = () => warnIfHanging(this.#log, name, work);
    const isRemembered = this.#dialect === 'sqlite' || level.outer !== null;
    // Services that code began and did not wait for end first: a later statement must not run inside their savepoints.
    const run = () => this.#savepoints.runForOthers(manager, watched).finally(() => level.idle());
    const result = await (isRemembered ? this.#nestedCalls.watch(name, manager, run) : run());
    await this.#assertUsable(manager);
    return result;
  }

  /**
   * Throws if that code has caught an error of its own statement: PostgreSQL would answer COMMIT with a rollback,
   * without an error. Also throws if the transaction was ended by a full disk or by TypeORM.
   */
  async #assertUsable(manager: EntityManager): Promise<void> {
    await this.#engine.runIn(manager, 'SELECT 1', []);
  }

  /**
   * Runs `callback` once the transaction of `manager` is committed, if this unit of work opened it. It never runs for a
   * host's own transaction, so whatever depends on the callback needs another way as well.
   */
  afterCommit(manager: EntityManager, callback: () => void): void {
    if (manager.queryRunner !== undefined) this.#afterCommit.get(manager.queryRunner)?.push(callback);
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
    if (queryRunner?.isTransactionActive !== true) throw notInTransaction();
    // The runner also serves what is around a savepoint, and on SQLite the next transaction, so it alone does not tell.
    if (levelOf(manager).isOver) throw notInTransaction();
    // TypeORM releases the runner of a lost connection and leaves its transaction marked as open.
    if (queryRunner.isReleased) throw connectionLost();
  }

  /** Callbacks belong to one run of the work: a repeated run starts with none. On SQLite all runs share a runner. */
  async #collecting<T>(
    callbacks: (() => void)[],
    manager: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const { queryRunner } = manager;
    callbacks.length = 0;
    if (queryRunner === undefined) return work(manager);
    this.#afterCommit.set(queryRunner, callbacks);
    const level = beginLevel(manager);
    try {
      return await work(manager);
    } finally {
      await level.end();
      this.#afterCommit.delete(queryRunner);
    }
  }
}

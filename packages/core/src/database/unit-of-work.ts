import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ShaonError } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { NestedCalls } from './nested-calls.ts';
import { SavepointTurns } from './savepoint-turns.ts';

export interface TransactionOptions {
  /** The manager of a transaction that is open already; the work then runs in a savepoint of it. */
  readonly manager?: EntityManager | undefined;
  /** Who asks, for the log: `employees.create`. */
  readonly place: string;
  /** On SQLite it has a commit to itself: for work that is not ours and may take its time. */
  readonly isAlone?: boolean;
  /** Holding the database for long is then no fault and not logged: what has it to itself, such as an import. */
  readonly mayTakeLong?: boolean;
  /** It may run again after it was rolled back because of another one: it changes nothing but through its manager. */
  readonly isRepeatable?: boolean;
}

/** The one place that opens transactions, joins them, and knows what waits for their commit. */
export class UnitOfWork {
  readonly #engine: Engine;
  readonly #writer: DataSource;
  readonly #log: CoreLog;
  readonly #dialect: Dialect;
  /** Null on PostgreSQL, where a call without its manager has a connection of its own and waits for nobody. */
  readonly #nestedCalls: NestedCalls | null;
  readonly #savepoints = new SavepointTurns();
  readonly #afterCommit = new WeakMap<QueryRunner, (() => void)[]>();
  /** What was given to transactions that are over: on SQLite the next one has the same runner. */
  readonly #ended = new WeakSet<EntityManager>();

  constructor(engine: Engine, dialect: Dialect, writer: DataSource, log: CoreLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#log = log;
    this.#dialect = dialect;
    this.#nestedCalls = dialect === 'sqlite' ? new NestedCalls() : null;
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back and throws on. Inside, use only the given manager.
   * With `options.manager` the work gets a savepoint of its own, so that its failure leaves the caller's transaction
   * usable (D:W24); works that are begun at once have theirs one after the other. Throws `transaction_nested` inside
   * another one whose manager was not given.
   */
  async transaction<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { manager, place, isAlone = false, mayTakeLong = false, isRepeatable = false } = options;
    if (manager !== undefined) {
      this.assertOpen(manager);
      return this.#inSavepoint(manager, work);
    }
    this.#nestedCalls?.assertOutside(place);
    const callbacks: (() => void)[] = [];
    const entry = { place, isAlone, mayTakeLong, isRepeatable };
    const result = await this.#engine.transaction(entry, (opened) => this.#collecting(callbacks, opened, work));
    for (const callback of callbacks) guardedHandler(this.#log, `after the commit of ${place}`, callback)();
    return result;
  }

  /** It ends when all that was run ahead in it is answered, so that its failure is its own. */
  async #inSavepoint<T>(manager: EntityManager, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const answered = async (opened: EntityManager) => {
      const result = await work(opened);
      await this.#engine.answeredIn(opened);
      return result;
    };
    try {
      return await this.#savepoints.run(manager, () => this.assertOpen(manager), answered);
    } catch (error) {
      throw classifyDatabaseError(error, this.#dialect);
    }
  }

  /**
   * Runs what others wrote inside the transaction of `manager`, so that a service called from it without its `{ manager }`
   * is refused.
   */
  async watch<T>(manager: EntityManager, place: string, work: () => Promise<T>): Promise<T> {
    // What it does in a savepoint may be undone: what waits for the commit must not be done, and undone, there.
    await this.#engine.commitWorks.runNow();
    await this.#engine.answeredIn(manager);
    const result = await this.#savepoints.callForeign(manager, () =>
      this.#nestedCalls === null ? work() : this.#nestedCalls.watch(place, work),
    );
    if (this.#dialect === 'postgres') await this.#assertUsable(manager);
    return result;
  }

  /**
   * Throws where they have caught the error of a statement of their own: PostgreSQL would answer the COMMIT by undoing
   * everything, and that is no error.
   */
  async #assertUsable(manager: EntityManager): Promise<void> {
    await this.#engine.runIn(manager, 'SELECT 1', []);
  }

  /**
   * Runs `callback` once the transaction of `manager` is committed, if this unit of work opened it. On a host's own
   * transaction it never runs: what depends on it needs another way as well.
   */
  afterCommit(manager: EntityManager, callback: () => void): void {
    if (manager.queryRunner !== undefined) this.#afterCommit.get(manager.queryRunner)?.push(callback);
  }

  /**
   * Throws `options_invalid` for what is no open transaction of this database: of another one the write would be lost
   * to ours, of an ended one the driver would only say that it is not connected.
   */
  assertOpen(manager: EntityManager): void {
    // TypeORM 1 calls it `dataSource` as well; TypeORM 0.3 has this name alone.
    const { queryRunner, connection } = manager ?? {};
    if (connection !== undefined && connection.driver !== this.#writer.driver) {
      throw new ShaonError('options_invalid', '{ manager } must be of core.transaction, or of the DataSource of core.');
    }
    const isOver = manager !== undefined && this.#ended.has(this.#savepoints.outermost(manager));
    if (isOver || queryRunner?.isTransactionActive !== true || queryRunner.isReleased) {
      throw new ShaonError('options_invalid', '{ manager } must belong to an open transaction.');
    }
  }

  /** The callbacks belong to this run of the work: a repeated one begins anew, and on SQLite all share one runner. */
  async #collecting<T>(
    callbacks: (() => void)[],
    manager: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const { queryRunner } = manager;
    callbacks.length = 0;
    if (queryRunner === undefined) return work(manager);
    this.#afterCommit.set(queryRunner, callbacks);
    const own: EntityManager = Object.create(manager);
    try {
      return await work(own);
    } finally {
      await this.#savepoints.settled(own);
      this.#ended.add(own);
      this.#afterCommit.delete(queryRunner);
    }
  }
}

import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Dialect } from './dialect.ts';
import { GroupCommit, type GroupStatements } from './group-commit.ts';
import { runOnSqlite } from './sqlite-statements.ts';

export interface TransactionOptions {
  /** The manager of a transaction that is open already; the work then runs in a savepoint of it. */
  readonly manager?: EntityManager | undefined;
  /** Who asks, for the log: `employees.create`. */
  readonly place: string;
  /** On SQLite it has a commit to itself: for work that is not ours and may take its time. */
  readonly alone?: boolean;
  /** Holding the gate long is then no fault and not logged: what has the database to itself, such as an import. */
  readonly mayTakeLong?: boolean;
  /**
   * On SQLite it may run again after it was rolled back because another one failed that shares its commit; it then spares
   * a savepoint. For work that changes nothing but through its manager.
   */
  readonly isRepeatable?: boolean;
}

/** The one place that opens transactions (DESIGN, Unit of work). */
export class UnitOfWork {
  readonly #dialect: Dialect;
  readonly #writer: DataSource;
  readonly #group: GroupCommit;
  readonly #afterCommit = new WeakMap<QueryRunner, (() => void)[]>();

  /** @param endReads ends what is read on the writer's connection, where that is one connection. */
  constructor(connections: Connections, log: CoreLog, endReads: () => void = () => undefined) {
    this.#dialect = connections.dialect;
    this.#writer = connections.writer;
    this.#group = new GroupCommit(sqliteTransaction(connections.writer, endReads), log);
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back and throws on. Inside, use only the given manager.
   * With `options.manager` the work gets a savepoint of its own, so that its failure leaves the caller's
   * transaction usable (D:W24).
   */
  transaction<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (options.manager !== undefined) return this.#savepoint(options.manager, work);
    return this.#dialect === 'sqlite' ? this.#onSqlite(options, work) : this.#onPostgres(work);
  }

  /**
   * Runs what others wrote inside a transaction. Where there is one writer, a service that it calls without its
   * `{ manager }` would wait for ever: that is refused with `transaction_nested`.
   */
  watch<T>(place: string, work: () => Promise<T>): Promise<T> {
    return this.#dialect === 'sqlite' ? this.#group.watch(place, work) : work();
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
    const { queryRunner, dataSource } = manager ?? {};
    if (dataSource !== undefined && dataSource.driver !== this.#writer.driver) {
      throw new ShaonError('options_invalid', '{ manager } must be of core.transaction, or of the DataSource of core.');
    }
    if (queryRunner?.isTransactionActive !== true || queryRunner.isReleased) {
      throw new ShaonError('options_invalid', '{ manager } must belong to an open transaction.');
    }
  }

  async #savepoint<T>(manager: EntityManager, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.assertOpen(manager);
    return manager.transaction(work);
  }

  async #onPostgres<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const callbacks: (() => void)[] = [];
    let result: T;
    try {
      result = await this.#writer.transaction((manager) => {
        if (manager.queryRunner !== undefined) this.#afterCommit.set(manager.queryRunner, callbacks);
        return work(manager);
      });
    } catch (error) {
      throw classifyDatabaseError(error, 'postgres');
    }
    for (const callback of callbacks) callback();
    return result;
  }

  async #onSqlite<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = onlyRunner(this.#writer);
    const callbacks: (() => void)[] = [];
    let result: T;
    try {
      const run = async () => {
        // The runner is the same one for everybody; its callbacks are of who is inside now, and of this run of it.
        callbacks.length = 0;
        this.#afterCommit.set(runner, callbacks);
        try {
          return await work(runner.manager);
        } finally {
          this.#afterCommit.delete(runner);
        }
      };
      const { place, alone = false, mayTakeLong = false, isRepeatable = false } = options;
      result = await this.#group.enter({ place, mayTakeLong, sharesCommit: !alone, isRepeatable }, run);
    } catch (error) {
      throw classifyDatabaseError(error, 'sqlite');
    }
    for (const callback of callbacks) callback();
    return result;
  }
}

const runners = new WeakMap<DataSource, QueryRunner>();

/** On SQLite TypeORM gives the same runner each time, and makes a new manager for it: once is enough. */
function onlyRunner(writer: DataSource): QueryRunner {
  let runner = runners.get(writer);
  if (runner === undefined) {
    runner = writer.createQueryRunner();
    runners.set(writer, runner);
  }
  return runner;
}

/**
 * BEGIN IMMEDIATE, which TypeORM cannot send: without it a read before the write fails at once when another process
 * has written. The runner's two fields are then what they are after its own `startTransaction` (LIBRARIES 2,
 * Transactions; `test/database/unit-of-work.test.ts` holds it).
 */
function sqliteTransaction(writer: DataSource, endReads: () => void): GroupStatements {
  const run = async (text: string) => void runOnSqlite(writer, text, []);
  const mark = (isTransactionActive: boolean, transactionDepth: number) =>
    Object.assign(onlyRunner(writer), { isTransactionActive, transactionDepth });
  return {
    async begin() {
      endReads();
      await run('BEGIN IMMEDIATE');
      mark(true, 1);
    },
    async commit() {
      await run('COMMIT');
      mark(false, 0);
    },
    async rollBack() {
      mark(false, 0);
      await run('ROLLBACK');
    },
    async beginMember() {
      await run('SAVEPOINT member');
      mark(true, 1);
    },
    endMember: () => run('RELEASE member'),
    async undoMember() {
      await run('ROLLBACK TO member');
      await run('RELEASE member');
    },
  };
}

import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Dialect } from './dialect.ts';
import { Gate } from './gate.ts';

export interface TransactionOptions {
  /** The manager of a transaction that is open already; the work then runs in a savepoint of it. */
  readonly manager?: EntityManager | undefined;
  /** Who asks, for the log: `employees.create`. */
  readonly place: string;
}

/** The one place that opens transactions (DESIGN, Unit of work). */
export class UnitOfWork {
  readonly #dialect: Dialect;
  readonly #writer: DataSource;
  readonly #gate: Gate;
  readonly #afterCommit = new WeakMap<QueryRunner, (() => void)[]>();

  constructor(connections: Connections, log: CoreLog) {
    this.#dialect = connections.dialect;
    this.#writer = connections.writer;
    this.#gate = new Gate(log);
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back and throws on. Inside, use only the given manager.
   * With `options.manager` the work gets a savepoint of its own, so that its failure leaves the caller's
   * transaction usable (D:W24).
   */
  transaction<T>(options: TransactionOptions, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (options.manager !== undefined) return this.#savepoint(options.manager, work);
    if (this.#dialect === 'sqlite') return this.#gate.pass(options.place, () => this.#onSqlite(work));
    return this.#onPostgres(work);
  }

  /**
   * Runs `callback` once the transaction of `manager` is committed, if this unit of work opened it. On a host's own
   * transaction it never runs: what depends on it needs another way as well.
   */
  afterCommit(manager: EntityManager, callback: () => void): void {
    if (manager.queryRunner !== undefined) this.#afterCommit.get(manager.queryRunner)?.push(callback);
  }

  async #savepoint<T>(manager: EntityManager, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (manager.queryRunner?.isTransactionActive !== true) {
      throw new ShaonError('options_invalid', '{ manager } must belong to an open transaction.');
    }
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

  /**
   * BEGIN IMMEDIATE, which TypeORM cannot send: without it a read before the write fails at once when another
   * process has written. The runner's two fields are then what they are after its own `startTransaction`
   * (LIBRARIES 2, Transactions; `test/database/unit-of-work.test.ts` holds it).
   */
  async #onSqlite<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.#writer.createQueryRunner();
    const callbacks: (() => void)[] = [];
    let result: T;
    try {
      await runner.query('BEGIN IMMEDIATE');
      markTransactionOpen(runner);
      this.#afterCommit.set(runner, callbacks);
      result = await work(runner.manager);
      await runner.commitTransaction();
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw classifyDatabaseError(error, 'sqlite');
    } finally {
      this.#afterCommit.delete(runner);
    }
    for (const callback of callbacks) callback();
    return result;
  }
}

function markTransactionOpen(runner: QueryRunner): void {
  const internals = runner as unknown as { isTransactionActive: boolean; transactionDepth: number };
  internals.isTransactionActive = true;
  internals.transactionDepth = 1;
}

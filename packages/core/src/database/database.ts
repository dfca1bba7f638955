import { setImmediate } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { Actor } from '../actor.ts';
import { isShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { AllCompanies, CompanyScope, CompanyTransaction } from './company-scope.ts';
import type { Connections } from './data-source.ts';
import type { Dialect } from './dialect.ts';
import { type Listener, listen } from './listener.ts';
import type { Runner } from './sql.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { type TransactionOptions, UnitOfWork } from './unit-of-work.ts';

/** What every service write accepts. */
export interface WriteOptions {
  /** An open transaction to join, of `core.transaction` or of the host's DataSource. */
  readonly manager?: EntityManager | undefined;
  /** Runs inside the write's own transaction, last before its commit; not at all when nothing is written. */
  readonly withinTransaction?: WithinTransaction | undefined;
}

/** What a write lets run inside its transaction, last before the commit; what it throws undoes the write. */
export interface WithinTransaction {
  (manager: EntityManager): Promise<void>;
  /**
   * Says that it calls no service and changes nothing but through `manager`. It then need not be watched for a service
   * that it calls without `{ manager }`, and may run again when its transaction was undone because of another one.
   */
  readonly usesManagerOnly?: true;
}

/** What features see of the database: reading in a company, writing in a company, and the few ways around it. */
export class Database {
  readonly dialect: Dialect;
  readonly unitOfWork: UnitOfWork;
  readonly #connections: Connections;
  readonly #reader: Runner;
  readonly #log: CoreLog;

  constructor(connections: Connections, log: CoreLog) {
    this.dialect = connections.dialect;
    this.#connections = connections;
    this.#log = log;
    if (connections.dialect === 'sqlite') {
      const reader = new SqliteReader(connections);
      this.#reader = reader;
      this.unitOfWork = new UnitOfWork(connections, log, () => reader.endReads());
    } else {
      this.#reader = postgresReader(connections.reader);
      this.unitOfWork = new UnitOfWork(connections, log);
    }
  }

  /** Reads within the actor's company; inside a transaction when its manager is given. */
  read(actor: Actor, manager?: EntityManager): CompanyScope {
    if (manager !== undefined) this.unitOfWork.assertOpen(manager);
    return new CompanyScope(manager ?? this.#reader, this.dialect, actor);
  }

  /** Reads over every company; see AllCompanies for when. */
  readAllCompanies(manager?: EntityManager): AllCompanies {
    return new AllCompanies(manager ?? this.#reader, this.dialect);
  }

  /** One transaction, or savepoint, in the actor's company. */
  write<T>(
    actor: Actor,
    place: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<T>,
    { isRepeatable }: Pick<TransactionOptions, 'isRepeatable'> = {},
  ): Promise<T> {
    const transaction: TransactionOptions = {
      manager: options.manager,
      place,
      isRepeatable: isRepeatable === true && mayRunAgain(options),
    };
    return this.unitOfWork.transaction(transaction, async (manager) => {
      const result = await work(new CompanyTransaction(manager, this.dialect, actor));
      await this.#within(manager, place, options);
      return result;
    });
  }

  /** One transaction over every company; see AllCompanies for when. */
  writeAllCompanies<T>(
    place: string,
    options: WriteOptions,
    work: (all: AllCompanies, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.transaction({ manager: options.manager, place }, async (manager) => {
      const result = await work(new AllCompanies(manager, this.dialect), manager);
      await this.#within(manager, place, options);
      return result;
    });
  }

  async #within(manager: EntityManager, place: string, { withinTransaction }: WriteOptions): Promise<void> {
    if (withinTransaction === undefined) return;
    if (withinTransaction.usesManagerOnly) await withinTransaction(manager);
    else await this.unitOfWork.watch(place, () => withinTransaction(manager));
  }

  /**
   * One statement over every company that is a transaction by itself, at the end of this turn of the event loop: what
   * comes to be written in the turn can go into it. On PostgreSQL that spares BEGIN and COMMIT, two round trips. On SQLite
   * the work may run twice (`isRepeatable`).
   */
  async appendAllCompanies<T>(place: string, work: (all: AllCompanies) => Promise<T>): Promise<T> {
    if (this.dialect === 'sqlite') {
      return this.unitOfWork.transaction({ place, isRepeatable: true }, (manager) =>
        work(new AllCompanies(manager, this.dialect)),
      );
    }
    await setImmediate();
    const { writer } = this.#connections;
    return work(
      new AllCompanies({ dataSource: writer, query: (text, values) => writer.query(text, values) }, this.dialect),
    );
  }

  /**
   * Calls `hear` whenever somebody has sent a NOTIFY on `channel`, and after each new connection. Null on SQLite,
   * which has one process and no channels. Holds one connection of the pool.
   */
  listen(channel: string, hear: () => void): Listener | null {
    return this.dialect === 'sqlite' ? null : listen(this.#connections.reader, channel, hear, this.#log);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** Whether what a caller lets run inside a write leaves nothing behind when the write is rolled back. */
function mayRunAgain({ withinTransaction }: WriteOptions): boolean {
  return withinTransaction === undefined || withinTransaction.usesManagerOnly === true;
}

/** The first statement on a connection that the server has dropped fails; a read may simply be asked again. */
function postgresReader(reader: DataSource): Runner {
  return {
    dataSource: reader,
    query: async <T>(text: string, values?: unknown[]): Promise<T> => {
      try {
        return await reader.query<T>(text, values as never);
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        return reader.query<T>(text, values as never);
      }
    },
  };
}

function isLostConnection(error: unknown): boolean {
  if (isShaonError(error, 'database_unavailable')) return true;
  return (
    error instanceof Error &&
    /^Connection terminated|terminating connection|^Client has encountered a connection error/.test(error.message)
  );
}

import type { EntityManager } from 'typeorm';
import { type Actor, assertActor, type SystemActor } from '../actor.ts';
import { invalidOption } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { type Connections, MIN_POOL_SIZE, poolSizeOf } from './connect/data-source.ts';
import type { Engine, RunStatement } from './connect/engine.ts';
import { type Listener, listen } from './connect/listener.ts';
import { openEngine } from './connect/open-engine.ts';
import type { CompanyOrOperator } from './readings/company-turns.ts';
import type { Reading } from './readings/reading.ts';
import { ReadingWarnings, SINGLE_READ } from './readings/reading-warnings.ts';
import { AllCompanies } from './sql/all-companies.ts';
import { CompanyScope, CompanyTransaction, type ReadLimit } from './sql/company-scope.ts';
import type { Dialect } from './sql/dialect.ts';
import type { PeopleLimit } from './sql/people-limit.ts';
import { assertWriteOptions } from './transactions/assert-write-options.ts';
import { UnitOfWork } from './transactions/unit-of-work.ts';
import { isUnwatched } from './transactions/unwatched.ts';
import { type WriteTurns, writeTurns } from './transactions/write-turns.ts';

/** What every service write accepts. */
export interface WriteOptions {
  /** An open transaction to join, started by `core.transaction` or on the host's DataSource. */
  readonly manager?: EntityManager | undefined;
  /** Runs inside the write's transaction, last before its commit; does not run when nothing is written. */
  readonly withinTransaction?: WithinTransaction | undefined;
}

/** Does not compile for options that a service has and has not taken out. */
type NoOthers<Options> = { readonly [Name in Exclude<keyof Options, keyof WriteOptions>]: never };

/** A callback inside a write's transaction, last before the commit; if it throws, the write is rolled back. */
export type WithinTransaction = (manager: EntityManager) => Promise<void>;

/** One committed state of the database. */
export interface Snapshot {
  readonly all: AllCompanies;
  company(actor: Actor): CompanyScope;
}

/**
 * Throws when the actor may no longer act; its query is the first statement of the scope. Returns to whom a manager is
 * limited, null for everybody.
 */
export type ActorCheck = (scope: CompanyScope, actor: Actor) => Promise<PeopleLimit | null>;

/** The database as features see it: reads and writes in one company, and the few statements over all companies. */
export class Database {
  readonly dialect: Dialect;
  readonly unitOfWork: UnitOfWork;
  readonly #engine: Engine;
  /** A read without a `Reading`. On SQLite nothing stops it, because it runs on the event loop. */
  readonly #readNow: RunStatement;
  readonly #connections: Connections;
  readonly #log: CoreLog;
  readonly #warnings: ReadingWarnings;
  readonly #assertMayAct: ActorCheck;
  readonly #takeTurn: WriteTurns;
  readonly #listeners = new Set<Listener>();
  #isClosing = false;

  /** @param assertMayAct checks people only: tokens are checked when a request arrives, and the host is trusted. */
  constructor(connections: Connections, log: CoreLog, assertMayAct: ActorCheck) {
    this.#assertMayAct = assertMayAct;
    this.dialect = connections.dialect;
    this.#engine = openEngine(connections, log);
    this.#connections = connections;
    this.#log = log;
    this.#warnings = new ReadingWarnings(log);
    this.#readNow =
      this.dialect === 'sqlite' ? this.#engine.read : this.#warnings.ofGivenUp(SINGLE_READ, this.#engine.read);
    this.#takeTurn = writeTurns(connections);
    this.unitOfWork = new UnitOfWork(this.#engine, this.dialect, connections.writer, log);
  }

  /** Reads committed data in the actor's company: as of now without `reading`, otherwise perhaps a moment old. */
  scope(actor: Actor, reading?: Reading): CompanyScope {
    assertActor(actor);
    const run = this.#runFor(reading, actor.companyId);
    return new CompanyScope(run, this.dialect, actor, this.#limitOf(actor, this.#readNow));
  }

  /** Reads over every company; `AllCompanies` says when that is right. */
  allCompanies(reading?: Reading): AllCompanies {
    return new AllCompanies(this.#runFor(reading, null), this.dialect);
  }

  #runFor(reading: Reading | undefined, company: CompanyOrOperator): RunStatement {
    if (reading === undefined) return this.#readNow;
    return this.#warnings.ofGivenUp(reading.name, this.#engine.readFor(reading, company));
  }

  /**
   * Reads before a write, for checks that are slow or refuse early; inside the caller's transaction if there is one.
   * The data may change before the write begins, so the write must decide again on locked rows. Inside a write, use
   * the write's own scope; `scripts/reads-inside-writes.mjs` finds calls there, because types cannot refuse them.
   */
  scopeBeforeWrite<Options extends WriteOptions>(actor: Actor, options: Options & NoOthers<Options>): CompanyScope {
    assertWriteOptions(options);
    const { manager } = options;
    if (manager === undefined) return this.scope(actor);
    assertActor(actor);
    this.unitOfWork.assertOpen(manager);
    const runNow = this.#runIn(manager);
    const run: RunStatement = (text, values) => this.unitOfWork.inTurn(manager, () => runNow(text, values));
    return new CompanyScope(run, this.dialect, actor, this.#limitOf(actor, run));
  }

  /**
   * Waits for `work` between such a read and the write. In a caller's transaction the work has its turn there, so that
   * the transaction, or a savepoint of the caller's, does not end before the write.
   */
  waitBeforeWrite<T>({ manager }: WriteOptions, work: () => Promise<T>): Promise<T> {
    return manager === undefined ? work() : this.unitOfWork.inTurn(manager, work);
  }

  /**
   * Runs `work` in a transaction, or in a savepoint of the caller's, in the actor's company. A service takes its own
   * options out of `options` first, so that one which nobody takes is refused (D:A56).
   *
   * @param name of the transaction in the log
   */
  write<T, Options extends WriteOptions>(
    actor: Actor,
    name: string,
    options: Options & NoOthers<Options>,
    work: (company: CompanyTransaction) => Promise<T>,
  ): Promise<T> {
    assertActor(actor);
    assertWriteOptions(options);
    const { manager, withinTransaction } = options;
    const run = async (opened: EntityManager): Promise<T> => {
      const run = this.#runIn(opened);
      const limit = (await this.#limitOf(actor, run)?.()) ?? null;
      const readLimit = limit === null ? null : () => Promise.resolve(limit);
      const result = await work(new CompanyTransaction(run, this.dialect, actor, opened, readLimit));
      if (withinTransaction !== undefined) await this.#runWithin(opened, name, withinTransaction);
      return result;
    };
    const transaction = () => this.unitOfWork.transaction({ manager, name }, run);
    return manager === undefined ? this.#takeTurn(actor.companyId, name, transaction) : transaction();
  }

  /** Runs `work` in a transaction, or in a savepoint of the caller's, over every company (`AllCompanies`). */
  writeAllCompanies<T>(
    name: string,
    options: WriteOptions,
    work: (all: AllCompanies, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    assertWriteOptions(options);
    const { manager, withinTransaction } = options;
    return this.unitOfWork.transaction({ manager, name }, async (opened) => {
      const result = await work(this.withinAllCompanies(opened), opened);
      if (withinTransaction !== undefined) await this.#runWithin(opened, name, withinTransaction);
      return result;
    });
  }

  /** The scope over every company outside of any transaction: each statement is a transaction of its own. */
  autocommit(name: string): AllCompanies {
    return new AllCompanies((text, values) => this.#engine.autocommit(name, text, values), this.dialect);
  }

  /** The company's scope inside a transaction that another caller opened: for event sinks. */
  within(manager: EntityManager, actor: SystemActor): CompanyTransaction {
    return new CompanyTransaction(this.#runIn(manager), this.dialect, actor, manager);
  }

  /** The scope over every company inside such a transaction. */
  withinAllCompanies(manager: EntityManager): AllCompanies {
    return new AllCompanies(this.#runIn(manager), this.dialect);
  }

  #runIn(manager: EntityManager): RunStatement {
    return (text, values) => this.#engine.runIn(manager, text, values);
  }

  /**
   * Reads one committed state for as long as `work` takes, for a caller that reads whole tables page by page. It is
   * read-only and delays no writer. `work` is called again when the replica fails before it has answered anything.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.#connections.snapshot((run) =>
      work({
        all: new AllCompanies(run, this.dialect),
        company: (actor) => new CompanyScope(run, this.dialect, actor, this.#limitOf(actor, this.#readNow)),
      }),
    );
  }

  /** Checks a person once, before the first statement, on current data: what else is read may be a moment old. */
  #limitOf(actor: Actor, readNow: RunStatement): ReadLimit | null {
    if (!isPerson(actor)) return null;
    let checked: Promise<PeopleLimit | null> | undefined;
    return () => {
      checked ??= this.#assertMayAct(new CompanyScope(readNow, this.dialect, actor), actor);
      return checked;
    };
  }

  #runWithin(manager: EntityManager, name: string, withinTransaction: WithinTransaction): Promise<void> {
    if (isUnwatched(withinTransaction)) return withinTransaction(manager);
    return this.unitOfWork.watch(manager, name, () => withinTransaction(manager));
  }

  /**
   * Calls `onNotification` after each NOTIFY on `channel`, and after each new connection. Null on SQLite, which has one process
   * and no channels. Holds one connection of the pool; throws `options_invalid` when too few would be left for
   * everything else.
   */
  listen(channel: string, onNotification: () => void): Listener | null {
    if (this.dialect === 'sqlite') return null;
    const { reader } = this.#connections;
    assertRoomToListen(poolSizeOf(reader));
    const listener = listen(reader, channel, onNotification, this.#log);
    this.#listeners.add(listener);
    return {
      stop: async () => {
        await listener.stop();
        this.#listeners.delete(listener);
      },
    };
  }

  /** False once core begins to close the database, or the host has closed its DataSource. */
  get isOpen(): boolean {
    return !this.#isClosing && this.#connections.reader.isInitialized;
  }

  /**
   * How many reader threads run. After `close` these are threads inside a statement that was given up; `process.exit`
   * waits for them, a signal does not.
   */
  get runningThreads(): number {
    return this.#connections.readerThreads?.running ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // A pool, also a host's, does not end before all its connections are released.
    await Promise.all([...this.#listeners].map((listener) => listener.stop()));
    await this.#connections.close();
  }
}

/** What a read-only service receives: it cannot write and cannot join a caller's transaction. */
export type CompanyReads = Pick<Database, 'dialect' | 'scope' | 'allCompanies'>;

/**
 * What a writing service receives. It reads only inside a write, or by `scopeBeforeWrite` with its caller's options, so
 * that no read leaves the caller's transaction.
 */
export type CompanyWrites = Pick<
  Database,
  | 'dialect'
  | 'write'
  | 'scopeBeforeWrite'
  | 'waitBeforeWrite'
  | 'writeAllCompanies'
  | 'autocommit'
  | 'within'
  | 'withinAllCompanies'
>;

function assertRoomToListen(size: number): void {
  if (size > MIN_POOL_SIZE) return;
  throw invalidOption(
    `A process that sends webhooks needs a pool of at least ${MIN_POOL_SIZE + 1} connections, and this one has ${size}: one of them listens for what is due. Give the DataSource, or createCore({ database }), a greater poolSize.`,
  );
}

const isPerson = ({ kind }: Actor): boolean => kind !== 'token' && kind !== 'system';

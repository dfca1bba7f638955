import type { DataSource, EntityManager } from 'typeorm';
import type { Actor } from '../actor.ts';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';
import { AllCompanies } from './all-companies.ts';
import { type CommitWorks, DONE_AT_ONCE } from './commit-work.ts';
import type { KeysApart } from './company-keys/keys-apart.ts';
import { CompanyScope, CompanyTransaction } from './company-scope.ts';
import type { ReadingCompany } from './company-turns.ts';
import { type Connections, LEAST_POOL_SIZE, poolSizeOf } from './data-source.ts';
import type { Dialect } from './dialect.ts';
import type { ChangeEach, Engine, RunAhead, RunStatement } from './engine.ts';
import { type Listener, listen } from './listener.ts';
import { isManagerOnly } from './manager-only.ts';
import { openEngine } from './open-engine.ts';
import type { Reading } from './reading.ts';
import { namingPlace } from './slow-reading.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** What every service write accepts. */
export interface WriteOptions {
  /** An open transaction to join, of `core.transaction` or of the host's DataSource. */
  readonly manager?: EntityManager | undefined;
  /** Runs inside the write's own transaction, last before its commit; not at all when nothing is written. */
  readonly withinTransaction?: WithinTransaction | undefined;
}

/** What a write lets run inside its transaction, last before the commit; what it throws undoes the write. */
export type WithinTransaction = (manager: EntityManager) => Promise<void>;

/** What a reading service is given: it cannot write, and joins nobody's transaction. */
export interface CompanyReads {
  readonly dialect: Dialect;
  /** Reads within the actor's company what is committed: as of now, unless it is for a list or may take long. */
  read(actor: Actor, reading?: Reading): CompanyScope;
  /** The same over every company; see AllCompanies for when. */
  readAllCompanies(reading?: Reading): AllCompanies;
}

/**
 * What a writing service is given: no read of it can leave the caller's transaction, because it can read only inside a
 * write, or beside its caller's options.
 */
export interface CompanyWrites {
  readonly dialect: Dialect;
  /** One transaction, or a savepoint of the caller's, in the actor's company. */
  write<T>(
    actor: Actor,
    place: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<T>,
  ): Promise<T>;
  /**
   * A look before a write, for what is slow or refuses early: inside the caller's transaction when there is one. What it
   * finds may have changed when the write begins, so the write decides anew on locked rows.
   */
  lookBefore(actor: Actor, options: WriteOptions): CompanyScope;
  /** One transaction, or a savepoint of the caller's, over every company; see AllCompanies for when. */
  writeAllCompanies<T>(
    place: string,
    options: WriteOptions,
    work: (all: AllCompanies, manager: EntityManager) => Promise<T>,
  ): Promise<T>;
  /** One statement over every company that is a transaction by itself. */
  appendAllCompanies<T>(place: string, work: (all: AllCompanies) => Promise<T>): Promise<T>;
  /** The company's scope inside a transaction that somebody else opened: for event sinks. */
  within(manager: EntityManager, actor: Actor): CompanyTransaction;
  /** The same over every company. */
  withinAllCompanies(manager: EntityManager): AllCompanies;
}

/** The database at one moment. */
export interface Snapshot {
  readonly all: AllCompanies;
  company(actor: Actor): CompanyScope;
}

/** Throws when an actor may act no more; its look is the first statement of the scope. */
export type ActorCheck = (scope: CompanyScope, actor: Actor) => Promise<void>;

/** What features see of the database: reading in a company, writing in a company, and the few ways around it. */
export class Database implements CompanyReads, CompanyWrites {
  readonly dialect: Dialect;
  readonly unitOfWork: UnitOfWork;
  readonly #engine: Engine;
  readonly #reader: DataSource;
  readonly #snapshot: Connections['snapshot'];
  readonly #readerThreads: Connections['readerThreads'];
  readonly #keysApart: KeysApart | null;
  readonly #close: () => Promise<void>;
  readonly #log: CoreLog;
  readonly #assertMayAct: ActorCheck;
  readonly #listeners = new Set<Listener>();
  #isClosing = false;

  /** @param assertMayAct is asked about people; tokens are judged at the door, and the product is trusted. */
  constructor(connections: Connections, log: CoreLog, assertMayAct: ActorCheck) {
    this.#assertMayAct = assertMayAct;
    this.dialect = connections.dialect;
    this.#engine = openEngine(connections, log);
    this.#reader = connections.reader;
    this.#snapshot = connections.snapshot;
    this.#readerThreads = connections.readerThreads;
    this.#keysApart = connections.keysApart ?? null;
    this.#close = connections.close;
    this.#log = log;
    this.unitOfWork = new UnitOfWork(this.#engine, this.dialect, connections.writer, log);
  }

  read(actor: Actor, reading?: Reading): CompanyScope {
    const run = this.#checked(this.#runFor(reading, actor.companyId), actor, this.#engine.read);
    return new CompanyScope(run, this.dialect, actor, this.#keysApart);
  }

  readAllCompanies(reading?: Reading): AllCompanies {
    return new AllCompanies(this.#runFor(reading, null), this.dialect, this.#keysApart);
  }

  #runFor(reading: Reading | undefined, company: ReadingCompany): RunStatement {
    if (reading === undefined) return this.#engine.read;
    return namingPlace(reading.place, this.#log, this.#engine.readFor(reading, company));
  }

  lookBefore(actor: Actor, { manager }: WriteOptions): CompanyScope {
    if (manager === undefined) return this.read(actor);
    this.unitOfWork.assertOpen(manager);
    const run: RunStatement = (text, values) => this.#engine.runIn(manager, text, values);
    return new CompanyScope(this.#checked(run, actor, run), this.dialect, actor, this.#keysApart);
  }

  write<T>(
    actor: Actor,
    place: string,
    options: WriteOptions,
    work: (company: CompanyTransaction) => Promise<T>,
  ): Promise<T> {
    const { manager, withinTransaction } = options;
    const isRepeatable = isManagerOnly(work) && (withinTransaction === undefined || isManagerOnly(withinTransaction));
    return this.unitOfWork.transaction({ manager, place, isRepeatable }, async (opened) => {
      const company = this.#within(opened, actor, this.#worksOf(manager));
      if (isPerson(actor)) await this.#assertMayAct(company, actor);
      const result = await work(company);
      await this.#runWithin(opened, place, options);
      return result;
    });
  }

  writeAllCompanies<T>(
    place: string,
    options: WriteOptions,
    work: (all: AllCompanies, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.transaction({ manager: options.manager, place }, async (opened) => {
      const result = await work(this.withinAllCompanies(opened), opened);
      await this.#runWithin(opened, place, options);
      return result;
    });
  }

  appendAllCompanies<T>(place: string, work: (all: AllCompanies) => Promise<T>): Promise<T> {
    return this.#engine.append(place, (run) => work(new AllCompanies(run, this.dialect, this.#keysApart)));
  }

  within(manager: EntityManager, actor: Actor): CompanyTransaction {
    return this.#within(manager, actor, this.#worksOf(manager));
  }

  #within(manager: EntityManager, actor: Actor, works: CommitWorks): CompanyTransaction {
    const { changeEachIn } = this.#engine;
    const run = {
      statement: (...statement: Parameters<RunStatement>) => this.#engine.runIn(manager, ...statement),
      ahead: (...statement: Parameters<RunStatement>) => this.#engine.runAheadIn(manager, ...statement),
      changeEach:
        changeEachIn &&
        ((...change: Parameters<ChangeEach>): ReturnType<ChangeEach> => changeEachIn(manager, ...change)),
    };
    return new CompanyTransaction(run, this.dialect, actor, manager, works, this.#keysApart);
  }

  /** A savepoint of a caller's transaction may be undone alone, so nothing of it waits for the commit. */
  #worksOf(callersManager: EntityManager | undefined): CommitWorks {
    const { commitWorks } = this.#engine;
    return callersManager === undefined ? commitWorks : { ...DONE_AT_ONCE, runNow: () => commitWorks.runNow() };
  }

  withinAllCompanies(manager: EntityManager): AllCompanies {
    const run: RunStatement = (text, values) => this.#engine.runIn(manager, text, values);
    const ahead: RunAhead = (text, values) => this.#engine.runAheadIn(manager, text, values);
    return new AllCompanies(run, this.dialect, this.#keysApart, ahead);
  }

  /**
   * Reads what is committed at one moment, for as long as `work` takes: for what reads whole tables page by page. Nobody
   * waits for it, and it can only read. `work` is called again when a replica ends before it has answered anything.
   *
   * @param forCompany whose turn it takes where only some run at once; null for the operator's
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, forCompany: ReadingCompany = null): Promise<T> {
    return this.#snapshot(
      (run) =>
        work({
          all: new AllCompanies(run, this.dialect, this.#keysApart),
          company: (actor) => new CompanyScope(run, this.dialect, actor, this.#keysApart),
        }),
      forCompany,
    );
  }

  /** Asks once, before the first statement, and as of now: what it reads may be a moment old. */
  #checked(run: RunStatement, actor: Actor, readNow: RunStatement): RunStatement {
    if (!isPerson(actor)) return run;
    let asked: Promise<void> | undefined;
    return async (text, values) => {
      asked ??= this.#assertMayAct(new CompanyScope(readNow, this.dialect, actor), actor);
      await asked;
      return run(text, values);
    };
  }

  async #runWithin(manager: EntityManager, place: string, { withinTransaction }: WriteOptions): Promise<void> {
    if (withinTransaction === undefined) return;
    if (isManagerOnly(withinTransaction)) await withinTransaction(manager);
    else await this.unitOfWork.watch(manager, place, () => withinTransaction(manager));
  }

  /**
   * Calls `hear` whenever somebody has sent a NOTIFY on `channel`, and after each new connection. Null on SQLite,
   * which has one process and no channels. Holds one connection of the pool; throws `options_invalid` when it would
   * leave too few for everything else.
   */
  listen(channel: string, hear: () => void): Listener | null {
    if (this.dialect === 'sqlite') return null;
    assertRoomToListen(poolSizeOf(this.#reader));
    const listener = listen(this.#reader, channel, hear, this.#log);
    this.#listeners.add(listener);
    return {
      stop: async () => {
        await listener.stop();
        this.#listeners.delete(listener);
      },
    };
  }

  /** False once core begins to close it, or the host has closed its DataSource. */
  get isOpen(): boolean {
    return !this.#isClosing && this.#reader.isInitialized;
  }

  /**
   * How many reader threads run; after `close` those that are inside a statement which was given up. `process.exit` waits
   * for them, a signal does not.
   */
  get runningThreads(): number {
    return this.#readerThreads?.running ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // A pool, a host's too, does not end before all its connections are back.
    await Promise.all([...this.#listeners].map((listener) => listener.stop()));
    await this.#close();
  }
}

function assertRoomToListen(size: number): void {
  if (size > LEAST_POOL_SIZE) return;
  throw new ShaonError(
    'options_invalid',
    `A process that sends webhooks needs a pool of at least ${LEAST_POOL_SIZE + 1} connections, and this one has ${size}: one of them listens for what is due. Give the DataSource, or createCore({ database }), a greater poolSize.`,
  );
}

const isPerson = ({ kind }: Actor): boolean => kind !== 'token' && kind !== 'system';

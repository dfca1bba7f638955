import type { EntityManager, QueryRunner } from 'typeorm';
import type { Engine } from './engine.ts';
import type { NestedCalls } from './nested-calls.ts';
import type { Query } from './typeorm-statements.ts';

/** The savepoints that are requested through one manager. */
interface ManagerQueue {
  /** Settles when all savepoints requested so far have ended. */
  last: Promise<unknown>;
  /** The manager of the open savepoint; null between two. */
  holder: EntityManager | null;
}

/**
 * A query runner that ends its transactions, and a caller's own savepoints in them, only after our savepoints have
 * ended.
 */
interface HeldRunner {
  /** The managers through which its savepoints were requested; none of them belongs to one of our savepoints. */
  readonly managers: Set<EntityManager>;
  /** The number of our open savepoints. */
  open: number;
  /** How many works of others run inside our savepoints: their statements belong there. */
  guests: number;
  /** The statements of others that are under way. */
  readonly statements: Set<Promise<unknown>>;
  /** Calls back statements of others that wait for our savepoints. */
  readonly waiting: (() => void)[];
  /**
   * The error of a savepoint in a host's transaction that could not be rolled back: PostgreSQL would answer COMMIT with
   * a rollback.
   */
  fault: unknown;
}

/* Of the whole process, because two cores on one DataSource may share a host's transaction. */
const queues = new WeakMap<EntityManager, ManagerQueue>();
/** The manager around each savepoint's own. */
const outerOf = new WeakMap<EntityManager, EntityManager>();
const heldRunners = new WeakMap<QueryRunner, HeldRunner>();
/** What runs our own statements on a held runner. */
const ownQueries = new WeakMap<QueryRunner, Query>();

/** Runs statements of ours in the transaction of a manager; those of others wait for our savepoints. */
export function ownQuery({ queryRunner }: EntityManager): Query {
  const runner = queryRunner as QueryRunner;
  return ownQueries.get(runner) ?? runner.query.bind(runner);
}

/**
 * Opens a transaction's savepoints one after the other, even when a caller requests several at once: the database keeps
 * them in a stack, so ending one while a later one is open would end or roll back the later one too.
 *
 * A savepoint requested inside another one must not wait for it. It is recognised by the manager that the outer one
 * gives to its work, or because code of others that runs in the outer one requests it: that code may use the manager of
 * the whole transaction.
 */
export class SavepointQueue {
  readonly #engine: Pick<Engine, 'runIn' | 'assertOpen'>;
  readonly #nestedCalls: NestedCalls;

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
    const runner = manager.queryRunner as QueryRunner;
    const held = this.#hold(runner, manager);
    return this.#inTurn(manager, assertOpen, (queue) =>
      this.#openAndEnd(manager, held, () => this.#inside(queue, manager, runner.manager, work)),
    );
  }

  /** Runs a read between the savepoints: inside one that has failed PostgreSQL would refuse it. */
  async read<T>(manager: EntityManager, assertOpen: () => void, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(manager, assertOpen, work);
  }

  async #inTurn<T>(
    manager: EntityManager,
    assertOpen: () => void,
    work: (queue: ManagerQueue) => Promise<T>,
  ): Promise<T> {
    const queue = this.#queueFor(manager);
    const done = queue.last.then(() => {
      assertOpen();
      return work(queue);
    });
    queue.last = done.catch(() => undefined);
    return done;
  }

  /**
   * Resolves when no savepoint requested through `manager` is running. When calls are awaited together, the first
   * failure is reported at once; the rollback must wait for the other calls.
   */
  async settled(manager: EntityManager): Promise<void> {
    for (let queue = queues.get(manager); queue !== undefined; queue = queues.get(manager)) {
      const { last } = queue;
      await last;
      if (queue.last === last) queues.delete(manager);
    }
    const { queryRunner } = manager;
    // On SQLite all transactions share one runner.
    if (queryRunner !== undefined) heldRunners.get(queryRunner)?.managers.delete(manager);
  }

  /**
   * Makes the end of a transaction, or of a caller's own savepoint in it, wait for the savepoints requested through
   * `manager`. When calls are awaited together, the first failure ends the transaction at once; our later writes would
   * then be committed by themselves.
   */
  #hold(runner: QueryRunner, manager: EntityManager): HeldRunner {
    const held = heldRunners.get(runner) ?? this.#holdEnds(runner);
    held.managers.add(this.outermost(manager));
    return held;
  }

  #holdEnds(runner: QueryRunner): HeldRunner {
    const held: HeldRunner = {
      managers: new Set(),
      open: 0,
      guests: 0,
      statements: new Set(),
      waiting: [],
      fault: null,
    };
    this.#holdStatements(runner, held);
    const start = runner.startTransaction.bind(runner);
    const commit = runner.commitTransaction.bind(runner);
    const rollback = runner.rollbackTransaction.bind(runner);
    const wait = async () => {
      for (const each of held.managers) await this.#ended(each);
    };
    runner.startTransaction = async (isolation) => {
      await wait();
      // If SQLite has ended the transaction by itself, a savepoint would begin a new transaction.
      if (runner.isTransactionActive) this.#engine.assertOpen(runner.manager);
      await start(isolation);
    };
    runner.commitTransaction = async () => {
      await wait();
      if (held.fault !== null) throw held.fault;
      await commit();
    };
    runner.rollbackTransaction = async () => {
      await wait();
      held.fault = null;
      await rollback();
    };
    heldRunners.set(runner, held);
    return held;
  }

  /**
   * Lets a statement of the caller's wait for our savepoints: one that is undone would undo the statement too. It waits
   * for nothing where a subscriber listens to statements: the statement may be the listener's, for which another waits.
   */
  #holdStatements(runner: QueryRunner, held: HeldRunner): void {
    const query = runner.query.bind(runner) as Query;
    ownQueries.set(runner, query);
    const queryOfOthers = async (...sent: Parameters<Query>) => {
      if (isListenedTo(runner)) return query(...sent);
      while (held.open > 0 && held.guests === 0) await new Promise<void>((resolve) => held.waiting.push(resolve));
      const answer = query(...sent);
      held.statements.add(answer);
      try {
        return await answer;
      } finally {
        held.statements.delete(answer);
      }
    };
    Object.assign(runner, { query: queryOfOthers });
  }

  /** Runs code of others. If that is inside a savepoint, statements of others run there and wait for nothing. */
  async asGuest<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    const held = this.isInside(manager) ? heldRunners.get(manager.queryRunner as QueryRunner) : undefined;
    if (held === undefined) return work();
    held.guests += 1;
    callBack(held);
    try {
      return await work();
    } finally {
      held.guests -= 1;
    }
  }

  /** Like `settled`, but does not wait for a savepoint in which code of others runs: that code may be waiting here. */
  async #ended(manager: EntityManager): Promise<void> {
    const holder = queues.get(manager)?.holder ?? null;
    const isInHolder = holder !== null && this.#nestedCalls.managers().some((inside) => this.#isWithin(inside, holder));
    if (!isInHolder) await this.settled(manager);
  }

  /** The manager of the whole transaction, also for a manager of a savepoint. */
  outermost(manager: EntityManager): EntityManager {
    let each = manager;
    for (let outer = outerOf.get(each); outer !== undefined; outer = outerOf.get(each)) each = outer;
    return each;
  }

  /** Whether a savepoint gave this manager to its work. */
  isInside(manager: EntityManager): boolean {
    return outerOf.has(manager);
  }

  /** Whether `manager` is `outer` or belongs to a savepoint inside it. */
  #isWithin(manager: EntityManager, outer: EntityManager): boolean {
    let each: EntityManager | undefined = manager;
    while (each !== undefined && each !== outer) each = outerOf.get(each);
    return each === outer;
  }

  /**
   * Opens a savepoint, runs `work` and ends the savepoint, by its own statements. TypeORM counts nested savepoints: if
   * one of them cannot be made, released or rolled back, TypeORM then ends another savepoint or the whole transaction.
   */
  async #openAndEnd<T>(manager: EntityManager, held: HeldRunner, work: () => Promise<T>): Promise<T> {
    held.open += 1;
    const name = `shaon_${held.open}`;
    if (held.guests === 0 && held.statements.size > 0) await Promise.allSettled(held.statements);
    const run = (verb: string) => this.#engine.runIn(manager, `${verb} ${name}`, []);
    try {
      await run('SAVEPOINT');
      try {
        const result = await work();
        await run('RELEASE SAVEPOINT');
        return result;
      } catch (error) {
        await this.#undo(manager, held, run);
        throw error;
      }
    } finally {
      held.open -= 1;
      if (held.open === 0) callBack(held);
    }
  }

  /** Never throws: this runs after a failure, which another error would hide. */
  async #undo(manager: EntityManager, held: HeldRunner, run: (verb: string) => Promise<unknown>): Promise<void> {
    try {
      await run('ROLLBACK TO SAVEPOINT');
      await run('RELEASE SAVEPOINT');
      held.fault = null;
    } catch (fault) {
      // Core's own transactions check before their end that they are usable; a host's do not, so the fault is kept.
      if (this.outermost(manager) === manager.queryRunner?.manager) held.fault = fault;
    }
  }

  async #inside<T>(
    queue: ManagerQueue,
    outer: EntityManager,
    opened: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    // TypeORM gives every savepoint of a transaction the same manager, so each gets an object of its own.
    const own: EntityManager = Object.create(opened);
    outerOf.set(own, outer);
    queue.holder = own;
    try {
      return await work(own);
    } finally {
      await this.settled(own);
      queue.holder = null;
    }
  }

  #queueFor(manager: EntityManager): ManagerQueue {
    const within = this.#nestedCalls.managers().filter((each) => this.#isWithin(each, manager));
    const inside = within.find((each) => within.every((other) => this.#isWithin(each, other))) ?? manager;
    const queue = queues.get(inside) ?? { last: Promise.resolve(), holder: null };
    queues.set(inside, queue);
    return queue;
  }
}

/** Whether a subscriber hears of each statement; TypeORM waits for it within the statement. */
function isListenedTo({ manager }: QueryRunner): boolean {
  const { subscribers } = manager.connection;
  return subscribers.some((each) => each.beforeQuery !== undefined || each.afterQuery !== undefined);
}

function callBack({ waiting }: HeldRunner): void {
  for (const resume of waiting.splice(0)) resume();
}

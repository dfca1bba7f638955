import type { EntityManager, QueryRunner } from 'typeorm';
import type { Engine } from './engine.ts';
import type { NestedCalls } from './nested-calls.ts';

/** The savepoints that are requested through one manager. */
interface Lane {
  /** Settles when all savepoints requested so far have ended. */
  last: Promise<unknown>;
  /** The manager of the open savepoint; null between two. */
  holder: EntityManager | null;
}

/** A query runner whose transactions, and savepoints of the caller's own in them, end when our savepoints have ended. */
interface HeldRunner {
  /** By which managers savepoints were asked for, none of them of a savepoint of ours. */
  readonly managers: Set<EntityManager>;
  /** How many savepoints of ours are open. */
  open: number;
  /** Why one in a transaction of a host's could not be undone: PostgreSQL would answer the COMMIT by undoing everything. */
  fault: unknown;
}

/**
 * Opens a transaction's savepoints one after the other, even when a caller requests several at once: the database keeps
 * them in a stack, so ending one while a later one is open would end or roll back the later one too.
 *
 * What is asked for inside of a savepoint must not wait for it. It is known by the manager that the savepoint gives to its
 * work, or because it is called by code of others that runs there, which may have kept the manager of the whole transaction.
 */
export class SavepointTurns {
  readonly #engine: Pick<Engine, 'runIn' | 'assertOpen'>;
  readonly #nestedCalls: NestedCalls;
  readonly #lanes = new WeakMap<EntityManager, Lane>();
  readonly #outer = new WeakMap<EntityManager, EntityManager>();
  readonly #held = new WeakMap<QueryRunner, HeldRunner>();

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
    const lane = this.#laneFor(manager);
    const done = lane.last.then(() => {
      assertOpen();
      return this.#openAndEnd(manager, held, () => this.#inside(lane, manager, runner.manager, work));
    });
    lane.last = done.catch(() => undefined);
    return done;
  }

  /**
   * Resolves when no savepoint requested through `manager` is running. When calls are awaited together, the first
   * failure is reported at once; the rollback must wait for the other calls.
   */
  async settled(manager: EntityManager): Promise<void> {
    for (let lane = this.#lanes.get(manager); lane !== undefined; lane = this.#lanes.get(manager)) {
      const { last } = lane;
      await last;
      if (lane.last === last) this.#lanes.delete(manager);
    }
    const { queryRunner } = manager;
    // On SQLite all transactions have one runner.
    if (queryRunner !== undefined) this.#held.get(queryRunner)?.managers.delete(manager);
  }

  /**
   * Lets the end of a transaction, or of a savepoint of the caller's own in it, wait for what is under way by `manager`. Of
   * calls that are awaited together the first failure ends it at once, and what we go on to write would be committed by
   * itself.
   */
  #hold(runner: QueryRunner, manager: EntityManager): HeldRunner {
    const held = this.#held.get(runner) ?? this.#holdEnds(runner);
    held.managers.add(this.outermost(manager));
    return held;
  }

  #holdEnds(runner: QueryRunner): HeldRunner {
    const held: HeldRunner = { managers: new Set(), open: 0, fault: null };
    const start = runner.startTransaction.bind(runner);
    const commit = runner.commitTransaction.bind(runner);
    const rollback = runner.rollbackTransaction.bind(runner);
    const wait = async () => {
      for (const each of held.managers) await this.#ended(each);
    };
    runner.startTransaction = async (isolation) => {
      await wait();
      // Where SQLite has ended a transaction by itself, a savepoint would begin another one.
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
    this.#held.set(runner, held);
    return held;
  }

  /** Like `settled`, but does not wait for a savepoint in which code of others runs: that code may be waiting here. */
  async #ended(manager: EntityManager): Promise<void> {
    const holder = this.#lanes.get(manager)?.holder ?? null;
    const isInHolder = holder !== null && this.#nestedCalls.managers().some((inside) => this.#isWithin(inside, holder));
    if (!isInHolder) await this.settled(manager);
  }

  /** The manager of the whole transaction, also for a manager of a savepoint. */
  outermost(manager: EntityManager): EntityManager {
    let each = manager;
    for (let outer = this.#outer.get(each); outer !== undefined; outer = this.#outer.get(each)) each = outer;
    return each;
  }

  /** Whether a manager was given by a savepoint. */
  isInside(manager: EntityManager): boolean {
    return this.#outer.has(manager);
  }

  /** Whether a manager is `outer`, or of a savepoint within it. */
  #isWithin(manager: EntityManager, outer: EntityManager): boolean {
    let each: EntityManager | undefined = manager;
    while (each !== undefined && each !== outer) each = this.#outer.get(each);
    return each === outer;
  }

  /**
   * Opens a savepoint and ends it by statements of its own. TypeORM counts how deep it is: when one of its savepoints cannot be
   * made, ended or undone, it goes on to end another one or the whole transaction.
   */
  async #openAndEnd<T>(manager: EntityManager, held: HeldRunner, work: () => Promise<T>): Promise<T> {
    held.open += 1;
    const name = `shaon_${held.open}`;
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
    }
  }

  /** Never fails: it follows a failure, which it must not hide. */
  async #undo(manager: EntityManager, held: HeldRunner, run: (verb: string) => Promise<unknown>): Promise<void> {
    try {
      await run('ROLLBACK TO SAVEPOINT');
      await run('RELEASE SAVEPOINT');
      held.fault = null;
    } catch (fault) {
      // A transaction of core's own ends with a look whether it is usable.
      if (this.outermost(manager) === manager.queryRunner?.manager) held.fault = fault;
    }
  }

  async #inside<T>(
    lane: Lane,
    outer: EntityManager,
    opened: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    // TypeORM gives every savepoint of a transaction the same manager, so each gets an object of its own.
    const own: EntityManager = Object.create(opened);
    this.#outer.set(own, outer);
    lane.holder = own;
    try {
      return await work(own);
    } finally {
      await this.settled(own);
      lane.holder = null;
    }
  }

  #laneFor(manager: EntityManager): Lane {
    const inside = this.#nestedCalls.managers().find((each) => this.#isWithin(each, manager)) ?? manager;
    const lane = this.#lanes.get(inside) ?? { last: Promise.resolve(), holder: null };
    this.#lanes.set(inside, lane);
    return lane;
  }
}

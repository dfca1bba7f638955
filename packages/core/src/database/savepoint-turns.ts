import type { EntityManager, QueryRunner } from 'typeorm';

/** The savepoints that are asked for by one manager. */
interface Lane {
  /** Settles when all that were asked for so far are over. */
  last: Promise<unknown>;
  /** The manager of the one that is open; null between two. */
  holder: EntityManager | null;
}

/** How TypeORM ends a transaction, or the savepoint that was opened last in it. */
type Ends = Pick<QueryRunner, 'commitTransaction' | 'rollbackTransaction'>;

/** A transaction whose end waits for our savepoints. */
interface HeldEnd {
  readonly ends: Ends;
  /** By which managers savepoints of it were asked for, none of them of a savepoint of ours. */
  readonly managers: Set<EntityManager>;
}

/**
 * Opens the savepoints of a transaction one after the other, also when a caller asks for several at once: the database
 * keeps them in a stack, so that one which ended while a later one was open would end or undo that one too.
 *
 * What is asked for inside of a savepoint must not wait for it. It is known by the manager that the savepoint gives to its
 * work, or because code of others runs there, which may have kept the manager of the whole transaction.
 */
export class SavepointTurns {
  readonly #lanes = new WeakMap<EntityManager, Lane>();
  readonly #outer = new WeakMap<EntityManager, EntityManager>();
  /** How many calls of others' code run in the savepoint of a manager, or in one within it. */
  readonly #foreignCalls = new WeakMap<EntityManager, number>();
  readonly #heldEnds = new WeakMap<QueryRunner, HeldEnd>();

  /** @param assertOpen is asked when the turn has come: the transaction may have ended meanwhile */
  async run<T>(
    manager: EntityManager,
    assertOpen: () => void,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const runner = manager.queryRunner as QueryRunner;
    this.#holdEnd(runner, manager);
    const lane = this.#laneFor(manager);
    const done = lane.last.then(() => {
      assertOpen();
      return this.#openAndEnd(runner, () => this.#inside(lane, manager, runner.manager, work));
    });
    lane.last = done.catch(() => undefined);
    return done;
  }

  /**
   * Resolves when nothing is under way that was asked for by `manager`. Of calls that are awaited together the first
   * failure is told at once: what it undoes must wait for the others.
   */
  async settled(manager: EntityManager): Promise<void> {
    for (let lane = this.#lanes.get(manager); lane !== undefined; lane = this.#lanes.get(manager)) {
      const { last } = lane;
      await last;
      if (lane.last === last) this.#lanes.delete(manager);
    }
    const { queryRunner } = manager;
    // On SQLite all transactions have one runner.
    if (queryRunner !== undefined) this.#heldEnds.get(queryRunner)?.managers.delete(manager);
  }

  /**
   * Lets the end of a transaction, or of a savepoint of the caller's own in it, wait for what is under way by `manager`. Of
   * calls that are awaited together the first failure ends it at once, and TypeORM would take our open savepoint for what
   * is to be ended: what we go on to write would be committed by itself.
   */
  #holdEnd(runner: QueryRunner, manager: EntityManager): void {
    let held = this.#heldEnds.get(runner);
    if (held === undefined) {
      const ends: Ends = {
        commitTransaction: runner.commitTransaction.bind(runner),
        rollbackTransaction: runner.rollbackTransaction.bind(runner),
      };
      const managers = new Set<EntityManager>();
      const wait = async () => {
        for (const each of managers) await this.#ended(each);
      };
      runner.commitTransaction = () => wait().then(ends.commitTransaction);
      runner.rollbackTransaction = () => wait().then(ends.rollbackTransaction);
      held = { ends, managers };
      this.#heldEnds.set(runner, held);
    }
    held.managers.add(this.outermost(manager));
  }

  /** As `settled`; code of others that runs in a savepoint must not wait for it. */
  async #ended(manager: EntityManager): Promise<void> {
    const holder = this.#lanes.get(manager)?.holder ?? null;
    if (holder === null || !this.#isForeignIn(holder)) await this.settled(manager);
  }

  /** The manager of the whole transaction, also for one that a savepoint has given. */
  outermost(manager: EntityManager): EntityManager {
    let each = manager;
    for (let outer = this.#outer.get(each); outer !== undefined; outer = this.#outer.get(each)) each = outer;
    return each;
  }

  /** Runs code of others inside the savepoint of `manager`. */
  async callForeign<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    this.#countForeign(manager, 1);
    try {
      return await work();
    } finally {
      this.#countForeign(manager, -1);
    }
  }

  /**
   * Opens a savepoint and ends it, unlike TypeORM's own `transaction`, which undoes the whole transaction when a savepoint cannot be made: what its caller
   * writes then would be committed by itself.
   */
  async #openAndEnd<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
    await runner.startTransaction();
    const ends = this.#heldEnds.get(runner)?.ends ?? runner;
    try {
      const result = await work();
      await ends.commitTransaction();
      return result;
    } catch (error) {
      await ends.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  async #inside<T>(
    lane: Lane,
    outer: EntityManager,
    opened: EntityManager,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    // TypeORM gives the same one for each savepoint of a transaction.
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
    const lane = this.#lanes.get(manager) ?? { last: Promise.resolve(), holder: null };
    this.#lanes.set(manager, lane);
    const { holder } = lane;
    return holder !== null && this.#isForeignIn(holder) ? this.#laneFor(holder) : lane;
  }

  #isForeignIn(manager: EntityManager): boolean {
    return (this.#foreignCalls.get(manager) ?? 0) > 0;
  }

  #countForeign(manager: EntityManager, by: number): void {
    for (let each: EntityManager | undefined = manager; each !== undefined; each = this.#outer.get(each)) {
      this.#foreignCalls.set(each, (this.#foreignCalls.get(each) ?? 0) + by);
    }
  }
}

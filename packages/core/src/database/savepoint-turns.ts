import type { EntityManager, QueryRunner } from 'typeorm';

/** The savepoints that are requested through one manager. */
interface Lane {
  /** Settles when all savepoints requested so far have ended. */
  last: Promise<unknown>;
  /** The manager of the open savepoint; null between two. */
  holder: EntityManager | null;
}

/** TypeORM's functions that end a transaction, or the savepoint that was opened last in it. */
type Ends = Pick<QueryRunner, 'commitTransaction' | 'rollbackTransaction'>;

/** A transaction whose end waits for our savepoints. */
interface HeldEnd {
  readonly ends: Ends;
  /** The managers through which its savepoints were requested; none of them belongs to one of our savepoints. */
  readonly managers: Set<EntityManager>;
}

/**
 * Opens a transaction's savepoints one after the other, even when a caller requests several at once: the database keeps
 * them in a stack, so ending one while a later one is open would end or roll back the later one too.
 *
 * A savepoint requested inside another one must not wait for it. It is recognised by the manager that the outer one
 * gives to its work; while code of others runs in a savepoint, every request counts as inside, because that code may
 * use the manager of the whole transaction.
 */
export class SavepointTurns {
  readonly #lanes = new WeakMap<EntityManager, Lane>();
  readonly #outer = new WeakMap<EntityManager, EntityManager>();
  /** How many calls of others' code run in the savepoint of a manager, or in one within it. */
  readonly #foreignCalls = new WeakMap<EntityManager, number>();
  readonly #heldEnds = new WeakMap<QueryRunner, HeldEnd>();

  /** @param assertOpen is called when the turn comes, because the transaction may have ended meanwhile */
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
    // On SQLite all transactions share one runner.
    if (queryRunner !== undefined) this.#heldEnds.get(queryRunner)?.managers.delete(manager);
  }

  /**
   * Makes the end of a transaction, or of a caller's own savepoint in it, wait for the savepoints that run in it. When
   * calls are awaited together, the first failure ends the transaction at once; TypeORM would then end our open
   * savepoint instead, and our later writes would be committed by themselves.
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

  /** Like `settled`, but does not wait for a savepoint in which code of others runs: that code may be waiting here. */
  async #ended(manager: EntityManager): Promise<void> {
    const holder = this.#lanes.get(manager)?.holder ?? null;
    if (holder === null || !this.#isForeignIn(holder)) await this.settled(manager);
  }

  /** The manager of the whole transaction, also for a manager of a savepoint. */
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
   * Opens a savepoint, runs `work`, ends the savepoint. TypeORM's own `transaction` rolls the whole transaction back
   * when a savepoint cannot be made, and its caller's later writes would be committed by themselves.
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

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { ShaonError } from '../errors.ts';
import type { CoreLog } from '../log.ts';

/** A transaction held longer than this is logged with the place that holds it (DESIGN, Unit of work). */
const HELD_TOO_LONG_MS = 1_000;
/** A group that grows without end would answer nobody. */
const MEMBERS_PER_COMMIT = 100;

/** The statements that make a transaction and its parts. A member that cannot be undone ends its group. */
export interface GroupStatements {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollBack(): Promise<void>;
  beginMember(): Promise<void>;
  endMember(): Promise<void>;
  undoMember(): Promise<void>;
}

/** Who wants to write, and how. */
export interface Entry {
  /** Names the caller for the log: `employees.create`. */
  readonly place: string;
  /** Whether it is no fault to hold the gate long: what has the database to itself, such as an import. */
  readonly mayTakeLong: boolean;
  /** Whether others may come into its transaction: before or after it, never while it runs. */
  readonly sharesCommit: boolean;
  /** Whether its work may be done again after it was rolled back: it changes nothing but through its transaction. */
  readonly isRepeatable: boolean;
}

interface Member extends Entry {
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The transaction that code of others runs in; whatever that code starts remembers it, also after its end. */
interface Watched {
  readonly place: string;
  isOver: boolean;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * Lets one writer at a time through, first come, first served: SQLite has one writing connection, and two
 * transactions on it would run into one another (STYLE, hazards). Those who came in the same turn of the event loop
 * share one transaction, for a commit waits for the disk and costs more than the statements in it; who fails takes back
 * his own writes alone. Nothing slow may happen inside.
 */
export class GroupCommit {
  readonly #statements: GroupStatements;
  readonly #log: CoreLog;
  readonly #watched = new AsyncLocalStorage<Watched>();
  #waiting: Member[] = [];
  #isRunning = false;

  constructor(statements: GroupStatements, log: CoreLog) {
    this.#statements = statements;
    this.#log = log;
  }

  /**
   * Runs `work` when everybody before it is through; resolves after the commit. Throws `transaction_nested` when the
   * caller is inside already (`watch`): it would wait for itself.
   */
  enter<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    const { place, mayTakeLong, sharesCommit, isRepeatable } = entry;
    const outer = this.#watched.getStore();
    if (outer?.isOver === false) {
      throw new ShaonError('transaction_nested', `${place} was called inside ${outer.place} without its { manager }.`);
    }
    return new Promise((resolve, reject) => {
      // In the caller's own context, which a host may use to tell its requests apart.
      const caller = new AsyncResource('ShaonTransaction');
      this.#waiting.push({
        place,
        mayTakeLong,
        sharesCommit,
        isRepeatable,
        work: () => caller.runInAsyncScope(work),
        resolve: resolve as Member['resolve'],
        reject,
      });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // At the end of this turn, when all who come in it are here.
      setImmediate(() => void this.#run());
    });
  }

  /**
   * Runs what is not ours inside a transaction, so that a service called from it without its `{ manager }` is refused.
   * Our own work does without: as soon as an AsyncLocalStorage has run, Node calls hooks for every promise of the
   * process, a fifth of a small request.
   */
  async watch<T>(place: string, work: () => Promise<T>): Promise<T> {
    const watched: Watched = { place, isOver: false };
    try {
      return await this.#watched.run(watched, work);
    } finally {
      watched.isOver = true;
    }
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitTogether(this.#nextGroup());
    this.#isRunning = false;
  }

  #nextGroup(): Member[] {
    const alone = this.#waiting.findIndex((member) => !member.sharesCommit);
    const end = alone < 0 ? MEMBERS_PER_COMMIT : Math.max(alone, 1);
    return this.#waiting.splice(0, Math.min(end, MEMBERS_PER_COMMIT));
  }

  /**
   * All hear of it after the commit, those who failed as well: what refused them may be another member's change, and
   * who looks again must see it.
   */
  async #commitTogether(group: readonly Member[]): Promise<void> {
    let outcomes: readonly Outcome[];
    try {
      await this.#statements.begin();
      outcomes = await this.#outcomesOf(group);
      if (outcomes.some((outcome) => !('error' in outcome))) await this.#statements.commit();
      else await this.#statements.rollBack();
    } catch (error) {
      await this.#statements.rollBack().catch(() => undefined);
      for (const member of group) member.reject(error);
      return;
    }
    for (const [index, outcome] of outcomes.entries()) {
      const member = group[index] as Member;
      if ('error' in outcome) member.reject(outcome.error);
      else member.resolve(outcome.result);
    }
  }

  /**
   * A savepoint copies every page that its member changes, a twentieth of a small write, and hardly a member fails: those
   * that are repeatable go without, and all of them again, in savepoints, if one has failed.
   */
  async #outcomesOf(group: readonly Member[]): Promise<readonly Outcome[]> {
    if (group.length === 1) return [await this.#hold(group[0] as Member)];
    if (group.every(({ isRepeatable }) => isRepeatable)) {
      const outcomes = await this.#withoutSavepoints(group);
      if (outcomes !== null) return outcomes;
    }
    const outcomes: Outcome[] = [];
    for (const member of group) outcomes.push(await this.#inSavepoint(member));
    return outcomes;
  }

  /** Null when one has failed: nobody has written anything then. */
  async #withoutSavepoints(group: readonly Member[]): Promise<readonly Outcome[] | null> {
    const outcomes: Outcome[] = [];
    for (const member of group) {
      const outcome = await this.#hold(member);
      if ('error' in outcome) {
        await this.#statements.rollBack().catch(() => Promise.reject(outcome.error));
        await this.#statements.begin();
        return null;
      }
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /** A member that fails takes back its own writes and nobody else's. */
  async #inSavepoint(member: Member): Promise<Outcome> {
    await this.#statements.beginMember();
    const outcome = await this.#hold(member);
    if (!('error' in outcome)) await this.#statements.endMember();
    else {
      // A full disk, say, has undone the whole transaction already: its error is what everybody should hear.
      await this.#statements.undoMember().catch(() => Promise.reject(outcome.error));
    }
    return outcome;
  }

  async #hold({ place, work, mayTakeLong }: Member): Promise<Outcome> {
    const started = performance.now();
    try {
      return { result: await work() };
    } catch (error) {
      return { error };
    } finally {
      const heldMs = Math.round(performance.now() - started);
      if (heldMs > HELD_TOO_LONG_MS && !mayTakeLong)
        this.#log.warn({ place, heldMs }, 'A transaction held the write gate too long');
    }
  }
}

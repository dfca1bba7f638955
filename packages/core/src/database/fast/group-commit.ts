import { AsyncResource } from 'node:async_hooks';
import type { CoreLog } from '../../log.ts';
import type { TransactionEntry } from '../engine.ts';
import { withHeldTimeLogged } from '../held-too-long.ts';
import { SharedCommitWorks } from './shared-commit-works.ts';

/** A group that grows without end would answer nobody. */
const MEMBERS_PER_COMMIT = 100;

/** The statements that make a transaction and its parts. A member that cannot be undone ends its group. */
export interface GroupStatements {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Never fails: it follows a failure, which it must not hide. */
  rollBack(cause: unknown): Promise<void>;
  beginMember(): Promise<void>;
  endMember(): Promise<void>;
  undoMember(): Promise<void>;
}

interface Member extends TransactionEntry {
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * Lets one writer at a time through, first come, first served: SQLite has one writing connection, and two transactions
 * on it would run into one another. Writers that come in the same turn of the event loop share one transaction, because
 * a commit waits for the disk and costs more than the statements in it. A member that fails rolls back to its own
 * savepoint; the others keep their writes. Nothing slow may happen inside.
 */
export class GroupCommit {
  readonly #statements: GroupStatements;
  readonly #log: CoreLog;
  /** What members leave to be done once before their commit. */
  readonly works: SharedCommitWorks = new SharedCommitWorks();
  #waiting: Member[] = [];
  #isRunning = false;

  constructor(statements: GroupStatements, log: CoreLog) {
    this.#statements = statements;
    this.#log = log;
  }

  /** Runs `work` when everybody before it is through; resolves after the commit. */
  enter<T>(entry: TransactionEntry, work: () => Promise<T>): Promise<T> {
    const { place, mayTakeLong, isAlone, isRepeatable } = entry;
    return new Promise((resolve, reject) => {
      // In the caller's own context, which a host may use to tell its requests apart.
      const caller = new AsyncResource('ShaonTransaction');
      this.#waiting.push({
        place,
        mayTakeLong,
        isAlone,
        isRepeatable,
        work: () => caller.runInAsyncScope(work),
        resolve: resolve as Member['resolve'],
        reject,
      });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // At the end of this turn, when everybody who comes in it is here.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitTogether(this.#nextGroup());
    this.#isRunning = false;
  }

  #nextGroup(): Member[] {
    const alone = this.#waiting.findIndex((member) => member.isAlone);
    const end = alone < 0 ? MEMBERS_PER_COMMIT : Math.max(alone, 1);
    return this.#waiting.splice(0, Math.min(end, MEMBERS_PER_COMMIT));
  }

  /**
   * All members are answered after the commit, those that failed as well: what refused them may be another member's
   * change, and they must see it when they look again.
   */
  async #commitTogether(group: readonly Member[]): Promise<void> {
    let outcomes: readonly Outcome[];
    try {
      this.works.beginGroup();
      await this.#statements.begin();
      outcomes = await this.#outcomesOf(group);
      if (outcomes.some(hasEndedWell)) {
        await this.works.runNow();
        await this.#statements.commit();
      } else await this.#statements.rollBack(errorOf(outcomes));
    } catch (error) {
      await this.#statements.rollBack(error);
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
   * A savepoint copies every page that its member changes, a twentieth of a small write, and hardly a member fails:
   * repeatable members go without, and all of them again, in savepoints, if one has failed.
   */
  async #outcomesOf(group: readonly Member[]): Promise<readonly Outcome[]> {
    if (group.length === 1) return [await this.#outcomeOf(group[0] as Member)];
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
      const outcome = await this.#outcomeOf(member);
      if ('error' in outcome) {
        await this.#statements.rollBack(outcome.error);
        this.works.beginGroup();
        await this.#statements.begin();
        return null;
      }
      outcomes.push(outcome);
    }
    return outcomes;
  }

  async #inSavepoint(member: Member): Promise<Outcome> {
    await this.#statements.beginMember();
    const outcome = await this.#outcomeOf(member);
    if (!('error' in outcome)) await this.#statements.endMember();
    else {
      // A full disk, say, has undone the whole transaction already: its error is the answer to every member.
      await this.#statements.undoMember().catch(() => Promise.reject(outcome.error));
    }
    return outcome;
  }

  #outcomeOf(member: Member): Promise<Outcome> {
    return this.works.ofMember(async () => {
      try {
        return { result: await withHeldTimeLogged(this.#log, member, member.work) };
      } catch (error) {
        return { error };
      }
    }, hasEndedWell);
  }
}

const hasEndedWell = (outcome: Outcome): boolean => !('error' in outcome);

function errorOf(outcomes: readonly Outcome[]): unknown {
  const failed = outcomes.find((outcome) => 'error' in outcome);
  return failed !== undefined && 'error' in failed ? failed.error : undefined;
}

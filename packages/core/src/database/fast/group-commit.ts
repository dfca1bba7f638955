import { AsyncResource } from 'node:async_hooks';
import { guardedStep } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { TransactionEntry } from '../engine.ts';
import { warnIfHeldLong } from '../long-transactions.ts';
import { SharedCommitWorks } from './shared-commit-works.ts';

/** Without a limit, a busy group would never commit and never answer. */
const MEMBERS_PER_COMMIT = 100;

/** The statements for a transaction and its members. A member that cannot be rolled back fails its whole group. */
export interface GroupStatements {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Never throws, because it follows an error that it must not hide. */
  rollBack(cause: unknown): Promise<void>;
  beginMember(): Promise<void>;
  endMember(): Promise<void>;
  undoMember(): Promise<void>;
}

interface Member {
  readonly entry: TransactionEntry;
  readonly work: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * Lets one writer at a time through, first come, first served, because SQLite has one writing connection on which two
 * transactions would mix. Writers of one turn of the event loop share a transaction, because a commit waits for the
 * disk and costs more than its statements: four times as many small requests per second. A member that fails rolls back
 * to its own savepoint; the others keep their writes. Nothing slow may happen inside.
 */
export class GroupCommit {
  readonly #statements: GroupStatements;
  readonly #log: CoreLog;
  /** Works that members leave to be done once before their commit. */
  readonly works: SharedCommitWorks = new SharedCommitWorks();
  #waiting: Member[] = [];
  /** The members whose commit is under way. */
  #group: readonly Member[] = [];
  #isRunning = false;
  readonly #run: () => void;

  constructor(statements: GroupStatements, log: CoreLog) {
    this.#statements = statements;
    this.#log = log;
    const commitAll = () => this.#commitAll();
    this.#run = guardedStep(log, 'commit of a group', commitAll, (error) => this.#refuseGroup(error));
  }

  /** Runs `work` after all earlier entries; resolves after the commit. */
  enter<T>(entry: TransactionEntry, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Keeps the caller's async context, which a host may use to tell its requests apart.
      const caller = new AsyncResource('ShaonTransaction');
      this.#waiting.push({
        entry,
        work: () => caller.runInAsyncScope(work),
        resolve: resolve as Member['resolve'],
        reject,
      });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // At the end of this turn, when all its writers have entered.
      setImmediate(this.#run);
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#group = this.#nextGroup();
      await this.#commitTogether(this.#group);
    }
    this.#isRunning = false;
  }

  /** The members of a group that could not even be rolled back get the error; those behind it still get their turn. */
  #refuseGroup(error: unknown): void {
    for (const member of this.#group) member.reject(error);
    setImmediate(this.#run);
  }

  #nextGroup(): Member[] {
    const alone = this.#waiting.findIndex(({ entry }) => entry.isAlone);
    const end = alone < 0 ? MEMBERS_PER_COMMIT : Math.max(alone, 1);
    return this.#waiting.splice(0, Math.min(end, MEMBERS_PER_COMMIT));
  }

  /**
   * All members are answered after the commit, also those that failed: another member's change may be the cause, and
   * the caller must see that change when reading again.
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
   * A savepoint copies every page that its member changes, a twentieth of a small write, and members rarely fail. So
   * repeatable members run without savepoints; if one fails, all run again, each in a savepoint.
   */
  async #outcomesOf(group: readonly Member[]): Promise<readonly Outcome[]> {
    if (group.length === 1) return [await this.#outcomeOf(group[0] as Member)];
    if (group.every(({ entry }) => entry.isRepeatable)) {
      const outcomes = await this.#withoutSavepoints(group);
      if (outcomes !== null) return outcomes;
    }
    const outcomes: Outcome[] = [];
    for (const member of group) outcomes.push(await this.#inSavepoint(member));
    return outcomes;
  }

  /** Null if a member has failed; the writes of all members are then rolled back. */
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
      // If the whole transaction is undone already, say by a full disk, all members get this error.
      await this.#statements.undoMember().catch(() => Promise.reject(outcome.error));
    }
    return outcome;
  }

  async #outcomeOf(member: Member): Promise<Outcome> {
    this.works.beginMember();
    const startedAt = performance.now();
    try {
      const result = await member.work();
      this.works.endMember();
      return { result };
    } catch (error) {
      this.works.undoMember();
      return { error };
    } finally {
      warnIfHeldLong(this.#log, member.entry, startedAt);
    }
  }
}

const hasEndedWell = (outcome: Outcome): boolean => !('error' in outcome);

function errorOf(outcomes: readonly Outcome[]): unknown {
  const failed = outcomes.find((outcome) => 'error' in outcome);
  return failed !== undefined && 'error' in failed ? failed.error : undefined;
}

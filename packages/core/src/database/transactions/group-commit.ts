import { AsyncResource } from 'node:async_hooks';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { TransactionEntry } from '../connect/engine.ts';
import { warnIfHeldLong } from './long-transactions.ts';

/** Without a limit, a busy group would never commit and never answer. */
const MEMBERS_PER_COMMIT = 100;

/** The statements that begin and end a transaction and its members. */
export interface GroupStatements {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Also called when SQLite has ended the transaction itself. */
  rollBack(cause: unknown): Promise<void>;
  beginMember(): Promise<void>;
  endMember(): Promise<void>;
  undoMember(): Promise<void>;
}

interface Member {
  readonly entry: TransactionEntry;
  readonly work: () => Promise<unknown>;
  /** The caller's async context, in which the work runs. */
  readonly context: AsyncResource;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * Lets one writer at a time through, first come, first served, because two transactions would mix on SQLite's writing
 * connection. Writers that wait at the same time share a transaction, because a commit waits for the disk. A member that
 * fails rolls back to its own savepoint; the others keep their writes. Nothing slow may happen inside.
 */
export class GroupCommit {
  readonly #statements: GroupStatements;
  readonly #log: CoreLog;
  #waiting: Member[] = [];
  #isRunning = false;
  readonly #next: () => void;

  constructor(statements: GroupStatements, log: CoreLog) {
    this.#statements = statements;
    this.#log = log;
    this.#next = guardedHandler(log, 'commit of a group', () => this.#commitNext());
  }

  /** Runs `work` after all earlier entries, in the caller's async context; resolves after the commit. */
  enter<T>(entry: TransactionEntry, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const context = new AsyncResource('shaon.transaction');
      this.#waiting.push({ entry, work, context, resolve: resolve as Member['resolve'], reject });
      if (!this.#isRunning) setImmediate(this.#next);
      this.#isRunning = true;
    });
  }

  /** Each group has its own turn of the event loop, so that a long line of writers holds nothing else up. */
  async #commitNext(): Promise<void> {
    const group = this.#nextGroup();
    try {
      await this.#commitTogether(group);
    } catch (error) {
      for (const member of group) member.reject(error);
      throw error;
    } finally {
      this.#isRunning = this.#waiting.length > 0;
      if (this.#isRunning) setImmediate(this.#next);
    }
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
    const outcomes: Outcome[] = [];
    try {
      await this.#statements.begin();
      for (const member of group) {
        outcomes.push(await (group.length === 1 ? this.#outcomeOf(member) : this.#inSavepoint(member)));
      }
      const failure = outcomes.find((outcome) => 'error' in outcome);
      if (failure !== undefined && outcomes.every((outcome) => 'error' in outcome)) {
        await this.#statements.rollBack('error' in failure ? failure.error : undefined);
      } else await this.#statements.commit();
    } catch (error) {
      await this.#statements.rollBack(error);
      outcomes.splice(0, group.length, ...group.map(() => ({ error })));
    }
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.result);
    }
  }

  async #inSavepoint(member: Member): Promise<Outcome> {
    await this.#statements.beginMember();
    const outcome = await this.#outcomeOf(member);
    if (!('error' in outcome)) await this.#statements.endMember();
    // If the whole transaction is undone already, say by a full disk, all members get this error.
    else await this.#statements.undoMember().catch(() => Promise.reject(outcome.error));
    return outcome;
  }

  async #outcomeOf({ entry, work, context }: Member): Promise<Outcome> {
    const startedAt = performance.now();
    try {
      return { result: await context.runInAsyncScope(work) };
    } catch (error) {
      return { error };
    } finally {
      warnIfHeldLong(this.#log, entry, startedAt);
    }
  }
}

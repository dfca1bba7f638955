import { setImmediate } from 'node:timers/promises';
import type { CoreLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import { errorCodeOrName } from './error-code-or-name.ts';
import { type Finished, type RecordParts, recordFinished } from './record.ts';

/** How many results share a transaction. */
const BATCH = 100;
/** A result that cannot be written is tried again during its lease; afterwards the delivery is claimed again. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** How long results wait for others, to share a commit. */
const BATCHING_MS = 5;

/** How results are gathered on SQLite, where a commit waits for the disk and blocks everything else. */
export interface Batching {
  /** How many requests have not ended. */
  openRequests(): number;
  /** Called after a batch was passed to the database, before its commit. */
  onBatchStarted(): void;
}

interface Waiting {
  readonly finished: Finished;
  readonly until: number;
  written(): void;
}

/** Writes results in batches: those that arrive during a commit share the next one. */
export class Recorder {
  readonly #parts: RecordParts;
  readonly #log: CoreLog;
  readonly #keepMs: number;
  readonly #startWriting: () => void;
  readonly #noteBatch: () => void;
  readonly #batching: Batching | null;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;
  #endAt = Number.POSITIVE_INFINITY;

  /** @param keepMs how long a result is worth writing: the time of a lease */
  constructor(parts: RecordParts, log: CoreLog, keepMs: number, batching: Batching | null = null) {
    this.#parts = parts;
    this.#log = log;
    this.#keepMs = keepMs;
    this.#batching = batching;
    this.#startWriting = guardedHandler(log, 'recording of webhook attempts', () => this.#write());
    this.#noteBatch = guardedHandler(log, 'start of a batch of webhook results', () => batching?.onBatchStarted());
  }

  /** Resolves when the result is recorded, or given up: after the time of a lease, or without a database. Never rejects. */
  record(finished: Finished): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ finished, until: performance.now() + this.#keepMs, written: resolve });
      this.#writeSoon();
    });
  }

  #writeSoon(): void {
    if (this.#isWriting) return;
    if (this.#isWorthWriting()) this.#startWriting();
    else this.#timer ??= setTimeout(this.#startWriting, BATCHING_MS);
  }

  /** Whether twice as many attempts have ended as are open. If all shared one commit, receivers would be idle. */
  #isWorthWriting(): boolean {
    return this.#batching === null || this.#waiting.length >= 2 * this.#batching.openRequests();
  }

  /** Gives up results that cannot be written by then, because the process ends; their deliveries are claimed again. */
  endWithin(milliseconds: number): void {
    this.#endAt = performance.now() + milliseconds;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      // Attempts that end in the same turn of the event loop share a transaction.
      await setImmediate();
      await this.#writeWaiting();
    } finally {
      this.#isWriting = false;
      if (this.#waiting.length > 0) this.#writeSoon();
    }
  }

  async #writeWaiting(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let size = BATCH;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, size);
      try {
        const recorded = recordFinished(
          this.#parts,
          batch.map(({ finished }) => finished),
        );
        this.#noteBatch();
        await recorded;
        for (const { written } of batch) written();
        pauseMs = FIRST_PAUSE_MS;
        size = BATCH;
        if (!this.#isWorthWriting()) return;
      } catch (error) {
        this.#putBack(batch);
        this.#log.warn({ error: errorCodeOrName(error), results: batch.length }, 'Recording webhook attempts failed');
        // One result that cannot be written must not delay the others, so each now gets its own transaction.
        size = 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /**
   * Checks all waiting results, because most of them would expire before their turn. None can be written any more if the
   * host has closed the database before the sender.
   */
  #putBack(batch: readonly Waiting[]): void {
    const now = performance.now();
    const { isOpen } = this.#parts.database;
    const kept: Waiting[] = [];
    for (const each of [...this.#waiting, ...batch]) {
      if (isOpen && now < Math.min(each.until, this.#endAt)) kept.push(each);
      else each.written();
    }
    this.#waiting = kept;
  }
}

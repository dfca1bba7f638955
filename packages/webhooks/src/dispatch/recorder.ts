import { setImmediate } from 'node:timers/promises';
import type { CoreLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import { errorWord } from './error-word.ts';
import { type Finished, type RecordParts, recordFinished } from './record.ts';

/** How many results share a transaction. */
const BATCH = 100;
/** A result that cannot be written is tried again while its lease lasts; after that the delivery is claimed anew. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface Waiting {
  readonly finished: Finished;
  readonly until: number;
  written(): void;
}

/** Writes results in batches: those that come while a transaction commits share the next one. */
export class Recorder {
  readonly #parts: RecordParts;
  readonly #log: CoreLog;
  readonly #keepMs: number;
  readonly #startWriting: () => void;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #endAt = Number.POSITIVE_INFINITY;

  /** @param keepMs how long a result is worth writing: the time of a lease */
  constructor(parts: RecordParts, log: CoreLog, keepMs: number) {
    this.#parts = parts;
    this.#log = log;
    this.#keepMs = keepMs;
    this.#startWriting = guardedHandler(log, 'recording of webhook attempts', () => this.#write());
  }

  /** Resolves when the result is on record, or given up after the time of a lease. Never rejects. */
  record(finished: Finished): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ finished, until: performance.now() + this.#keepMs, written: resolve });
      if (!this.#isWriting) this.#startWriting();
    });
  }

  /** Gives up after this time what cannot be written, because the process ends; its deliveries are claimed anew. */
  endWithin(milliseconds: number): void {
    this.#endAt = performance.now() + milliseconds;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      // Attempts that end in the same turn of the event loop share a transaction.
      await setImmediate();
      await this.#writeWaiting();
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeWaiting(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let size = BATCH;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, size);
      try {
        await recordFinished(
          this.#parts,
          batch.map(({ finished }) => finished),
        );
        for (const { written } of batch) written();
        pauseMs = FIRST_PAUSE_MS;
        size = BATCH;
      } catch (error) {
        this.#log.warn({ error: errorWord(error), results: batch.length }, 'Recording webhook attempts failed');
        this.#putBack(batch);
        // One result that cannot be written must not hold up the others, so each gets a transaction of its own now.
        size = 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Looks at all that wait, because most of many would be over before their turn comes. */
  #putBack(batch: readonly Waiting[]): void {
    const now = performance.now();
    const kept: Waiting[] = [];
    for (const each of [...this.#waiting, ...batch]) {
      if (now < Math.min(each.until, this.#endAt)) kept.push(each);
      else each.written();
    }
    this.#waiting = kept;
  }
}

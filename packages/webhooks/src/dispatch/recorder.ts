import { type CoreLog, guardedHandler } from '@shaon/core';
import { errorCodeOrName } from './error-code-or-name.ts';
import { type Finished, type RecordParts, recordFinished } from './record.ts';

/** How many results share a transaction. */
const BATCH = 100;
/** A result that cannot be written is tried again during its lease; afterwards the delivery is claimed again. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** How long results wait for others, to share a commit. */
const BATCHING_MS = 5;

interface Waiting {
  readonly finished: Finished;
  readonly until: number;
  written(): void;
}

/**
 * idle -- result --> gathering
 * gathering: waits for more results, to share a commit. -- 5 ms --> writing
 * writing: -- written --> idle, or gathering if others arrived meanwhile; -- failed --> retrying
 * retrying: -- pause over --> writing, result by result, until all are written or given up
 */
type RecorderState = 'idle' | 'gathering' | 'writing' | 'retrying';

/** Writes results in batches: those that arrive during a commit share the next one. */
export class Recorder {
  readonly #parts: RecordParts;
  readonly #log: CoreLog;
  readonly #keepMs: number;
  readonly #startWriting: () => void;
  #state: RecorderState = 'idle';
  #waiting: Waiting[] = [];
  #endAt = Number.POSITIVE_INFINITY;

  /** @param keepMs how long a result is worth writing: the time of a lease */
  constructor(parts: RecordParts, log: CoreLog, keepMs: number) {
    this.#parts = parts;
    this.#log = log;
    this.#keepMs = keepMs;
    this.#startWriting = guardedHandler(log, 'recording of webhook attempts', () => this.#write());
  }

  /** Resolves when the result is recorded, or given up: after the time of a lease, or without a database. Never rejects. */
  record(finished: Finished): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ finished, until: performance.now() + this.#keepMs, written: resolve });
      this.#writeSoon();
    });
  }

  #writeSoon(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'gathering';
    setTimeout(this.#startWriting, BATCHING_MS);
  }

  /** Gives up results that cannot be written by then, because the process ends; their deliveries are claimed again. */
  endWithin(milliseconds: number): void {
    this.#endAt = performance.now() + milliseconds;
  }

  async #write(): Promise<void> {
    try {
      await this.#writeWaiting();
    } finally {
      this.#state = 'idle';
      if (this.#waiting.length > 0) this.#writeSoon();
    }
  }

  async #writeWaiting(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let size = BATCH;
    while (this.#waiting.length > 0) {
      this.#state = 'writing';
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
        this.#state = 'retrying';
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

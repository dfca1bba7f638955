import { setImmediate } from 'node:timers/promises';
import type { CoreLog } from '@shaon/core';
import { type Finished, type RecordParts, recordFinished } from './record.ts';

/** How many results share a transaction. */
const BATCH = 100;
/** A result that cannot be written is tried again for as long as its lease may last; then the lease's end repairs it. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface Waiting {
  readonly finished: Finished;
  readonly until: number;
  written(): void;
}

/** Writes results in batches: while one transaction commits, the next results gather. */
export class Recorder {
  readonly #parts: RecordParts;
  readonly #log: CoreLog;
  readonly #keepMs: number;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #endAt = Number.POSITIVE_INFINITY;

  /** @param keepMs how long a result is worth writing: the time of a lease */
  constructor(parts: RecordParts, log: CoreLog, keepMs: number) {
    this.#parts = parts;
    this.#log = log;
    this.#keepMs = keepMs;
  }

  /** Resolves when the result is on record, or given up after the time of a lease. Never rejects. */
  record(finished: Finished): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ finished, until: performance.now() + this.#keepMs, written: resolve });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** Gives up after this time what cannot be written: the process wants to end, and the lease's end repairs it. */
  endWithin(milliseconds: number): void {
    this.#endAt = performance.now() + milliseconds;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    let pauseMs = FIRST_PAUSE_MS;
    let size = BATCH;
    // What ends in the same turn of the event loop goes together.
    await setImmediate();
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
        this.#log.warn({ error: nameOf(error), results: batch.length }, 'Recording webhook attempts failed');
        this.#putBack(batch);
        // One bad result must not keep the others: from here on each has a transaction of its own.
        size = 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
    this.#isWriting = false;
  }

  /** All that wait are looked at: of many, most are not tried again before their time is over. */
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

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

import { guardedHandler } from '@shaon/core';
import type { HostLog } from './log.ts';

/** Work that a process does besides answering. */
interface BackgroundWork {
  readonly name: string;
  /** Seconds from the end of one run to the start of the next. */
  readonly everySeconds: number;
  /** Seconds from `start` to the first run. Less than a day, so that a server that restarts daily prunes too. */
  readonly firstAfterSeconds: number;
  run(): Promise<unknown>;
}

/** Runs work repeatedly until stopped. After a failure, which is logged, the next run still follows. */
export class Background {
  readonly #log: HostLog;
  readonly #running = new Set<Promise<unknown>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;

  constructor(log: HostLog) {
    this.#log = log;
  }

  start(work: BackgroundWork): void {
    this.#after(work.firstAfterSeconds, work);
  }

  #after(seconds: number, work: BackgroundWork): void {
    if (this.#isStopped) return;
    const run = guardedHandler(this.#log, `background work: ${work.name}`, () => {
      this.#timers.delete(timer);
      const running = this.#runOnce(work).finally(() => {
        this.#running.delete(running);
        this.#after(work.everySeconds, work);
      });
      this.#running.add(running);
      return running;
    });
    const timer = setTimeout(run, seconds * 1_000);
    timer.unref();
    this.#timers.add(timer);
  }

  /**
   * Starts no more work and waits for what is running, at most `graceMs`: a prune of millions of rows takes many
   * minutes. The database, which is closed next, cuts it off between two of its transactions, or undoes the last one.
   */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    let late: NodeJS.Timeout | undefined;
    const graceEnded = new Promise<void>((resolve) => {
      late = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.allSettled(this.#running), graceEnded]);
    clearTimeout(late);
  }

  async #runOnce(work: BackgroundWork): Promise<void> {
    try {
      await work.run();
    } catch (error) {
      if (this.#isStopped) this.#log.info({ work: work.name }, 'Background work was cut off by the stop');
      else this.#log.error({ err: error, work: work.name }, 'Background work failed; it is tried again');
    }
  }
}

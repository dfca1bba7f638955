import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TransferListItem, Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { ReadingCompany } from '../fair-company-queue.ts';
import type { Deadline } from './deadline.ts';
import type { ReaderTask, ThreadAnswer, ThreadData } from './thread-messages.ts';

const PROGRAM = fileURLToPath(new URL('./reader-thread.js', import.meta.url));

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;
/** A thread that needs more memory is ended, without ending the process. */
const MAX_THREAD_HEAP_MB = 512;
/** Rows are passed on and forgotten, so the default of 48 MB for new objects would only fill with garbage. */
const YOUNG_MB = 3;

interface RunOptions {
  /** Gives the thread up; the thread ends as soon as SQLite returns. */
  readonly signal: AbortSignal;
  readonly transferList?: readonly TransferListItem[];
}

/** The threads of piscina, and the ones that were given up but still run. */
export class ThreadPool {
  readonly #pool: Piscina<ReaderTask, ThreadAnswer | null>;
  /** The threads that run, each with the promise of its end. */
  readonly #alive = new Map<Worker, Promise<void>>();
  readonly #asked = new Set<AbortController>();
  /** Threads that were given up and have not ended, with the company whose reading they run. */
  readonly #givenUp = new Map<Worker, ReadingCompany>();

  private constructor(pool: Piscina<ReaderTask, ThreadAnswer | null>) {
    this.#pool = pool;
  }

  /**
   * Starts a first thread and runs a statement on it. Throws if threads are unavailable: a bundler has left the file
   * out, the process forbids threads, or the driver cannot be loaded.
   */
  static async open(data: ThreadData, maxThreads: number, log: CoreLog): Promise<ThreadPool> {
    if (!existsSync(PROGRAM)) throw new Error('The program of the reader threads is missing.');
    const { Piscina } = await import('piscina');
    const pool = new Piscina<ReaderTask, ThreadAnswer | null>({
      filename: PROGRAM,
      minThreads: 0,
      maxThreads,
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS,
      // Lets an idle thread wait in its event loop, where it also receives messages on a port.
      atomics: 'disabled',
      recordTiming: false,
      workerHistogram: false,
      // The process's own loader hooks, such as for TypeScript, would only make a thread larger.
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const opened = new ThreadPool(pool);
    try {
      const failed = once(pool, 'error').then(([error]) => Promise.reject(error));
      await Promise.race([failed, opened.run({ text: 'SELECT 1', values: [], forMs: null }, {})]);
      failed.catch(() => undefined);
    } catch (error) {
      pool.on('error', () => undefined);
      void pool.destroy();
      throw error;
    }
    pool.on(
      'error',
      guardedHandler(log, 'reader threads', async (error: unknown) => {
        try {
          log.error({ err: error }, 'A reader thread ended');
        } finally {
          await opened.#refuseWithoutThreads();
        }
      }),
    );
    return opened;
  }

  /** Throws when the thread ends during its task, and at once when it is given up. */
  async run(task: ReaderTask, { signal, transferList }: Partial<RunOptions>): Promise<ThreadAnswer | null> {
    const asked = new AbortController();
    this.#asked.add(asked);
    try {
      const running = this.#pool.run(task, {
        signal: signal === undefined ? asked.signal : AbortSignal.any([signal, asked.signal]),
        transferList: [...(transferList ?? [])] as never[],
      });
      this.#note();
      return await running;
    } finally {
      this.#asked.delete(asked);
    }
  }

  /** A thread that ends before it was ready leaves its tasks in the queue, and no other thread starts for them. */
  async #refuseWithoutThreads(): Promise<void> {
    await setImmediate();
    if (this.#pool.threads.length === 0) for (const asked of this.#asked) asked.abort();
  }

  /** How many threads run, including idle ones. */
  get running(): number {
    this.#note();
    return this.#alive.size;
  }

  /** Gives up the thread that runs a statement of the company; it ends as soon as SQLite returns. */
  giveUp(company: ReadingCompany, deadline: Deadline): void {
    this.#note();
    const before = [...this.#pool.threads];
    // The pool drops the thread before this call returns, without saying which one.
    deadline.abort();
    const kept = new Set(this.#pool.threads);
    for (const worker of before) if (!kept.has(worker) && this.#alive.has(worker)) this.#givenUp.set(worker, company);
  }

  /** How many threads were given up and still run. */
  get givenUp(): number {
    return this.#givenUp.size;
  }

  /** How many of those run readings of one company. */
  givenUpOf(company: ReadingCompany): number {
    return [...this.#givenUp.values()].filter((of) => of === company).length;
  }

  /** Ends all threads; returns how many are still inside a statement after `withinMs`. */
  async close(withinMs: number): Promise<number> {
    this.#note();
    const ended = Promise.all(this.#alive.values());
    void this.#pool.destroy();
    const tooLate = new AbortController();
    await Promise.race([ended, sleep(withinMs, undefined, { signal: tooLate.signal }).catch(() => undefined)]);
    tooLate.abort();
    for (const worker of this.#alive.keys()) worker.unref();
    return this.#alive.size;
  }

  #note(): void {
    for (const worker of this.#pool.threads) {
      if (this.#alive.has(worker)) continue;
      this.#alive.set(worker, this.#forgetAtEnd(worker));
    }
  }

  async #forgetAtEnd(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
    });
    this.#alive.delete(worker);
    this.#givenUp.delete(worker);
  }
}

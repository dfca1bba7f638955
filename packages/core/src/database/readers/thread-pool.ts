import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { ShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { CompanyOrOperator } from '../fair-company-queue.ts';
import type { Deadline } from './deadline.ts';
import type { ReaderTask, ThreadAnswer, ThreadData, ThreadMessage } from './thread-messages.ts';

const PROGRAM = fileURLToPath(new URL('./reader-thread.js', import.meta.url));

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000;
/** A thread that needs more memory is ended, without ending the process. */
const MAX_THREAD_HEAP_MB = 512;
/** Rows are passed on and forgotten, so the default of 48 MB for new objects would only fill with garbage. */
const YOUNG_MB = 3;

interface RunOptions {
  /** Names the task for `giveUp`. */
  readonly signal: AbortSignal;
  readonly transferList?: readonly TransferListItem[];
}

/** A task that waits for a thread or runs on one. */
interface Task {
  readonly message: ReaderTask;
  readonly signal: AbortSignal | undefined;
  readonly transferList: readonly TransferListItem[];
  readonly resolve: (answer: ThreadAnswer | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Threads that run one task each, and the ones that were given up but still run. A thread starts when a task finds none
 * idle. The machine may refuse to start one, also where nobody waits for an error: in the event of another thread's
 * answer. Piscina throws there, which ends the process.
 */
export class ThreadPool {
  readonly #data: ThreadData;
  readonly #maxThreads: number;
  readonly #log: CoreLog;
  readonly #idleMs: number;
  /** The threads that take tasks, each with its task; null for an idle one. */
  readonly #threads = new Map<Worker, Task | null>();
  readonly #waiting: Task[] = [];
  readonly #idleTimers = new Map<Worker, NodeJS.Timeout>();
  /** The threads that run, each with the promise of its end. */
  readonly #alive = new Map<Worker, Promise<unknown>>();
  /** Threads that were given up and have not ended, with the company whose reading they run. */
  readonly #givenUp = new Map<Worker, CompanyOrOperator>();
  #isClosed = false;

  private constructor(data: ThreadData, maxThreads: number, log: CoreLog, idleMs: number) {
    this.#idleMs = idleMs;
    this.#data = data;
    this.#maxThreads = maxThreads;
    this.#log = log;
  }

  /**
   * Starts a first thread and runs a statement on it. Throws if threads are unavailable: a bundler has left the file
   * out, the process forbids threads, or the driver cannot be loaded.
   */
  static async open(data: ThreadData, maxThreads: number, log: CoreLog, idleMs = IDLE_MS): Promise<ThreadPool> {
    if (!existsSync(PROGRAM)) throw new Error('The program of the reader threads is missing.');
    const opened = new ThreadPool(data, maxThreads, log, idleMs);
    try {
      await opened.run({ text: 'SELECT 1', values: [], forMs: null }, {});
      return opened;
    } catch (error) {
      opened.#endAll();
      throw error;
    }
  }

  /** Throws when the thread ends during its task or none can be started, and at once when it is given up. */
  run(message: ReaderTask, { signal, transferList = [] }: Partial<RunOptions>): Promise<ThreadAnswer | null> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted) return reject(ended());
      this.#waiting.push({ message, signal, transferList, resolve, reject });
      this.#startTasks();
    });
  }

  /** Gives the waiting tasks to idle threads, or to new ones while there may be more. */
  #startTasks(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idleThread() ?? this.#newThread();
      const task = thread === null ? undefined : this.#waiting.shift();
      if (thread === null || task === undefined) return;
      this.#threads.set(thread, task);
      clearTimeout(this.#idleTimers.get(thread));
      thread.ref();
      try {
        thread.postMessage(task.message, [...task.transferList]);
      } catch (error) {
        this.#finish(thread)?.reject(error);
      }
    }
  }

  #idleThread(): Worker | undefined {
    for (const [thread, task] of this.#threads) if (task === null) return thread;
    return undefined;
  }

  /** Null if there are enough threads or none can be started; tasks then wait for the others, if there are any. */
  #newThread(): Worker | null {
    if (this.#threads.size >= this.#maxThreads) return null;
    try {
      const thread = new Worker(PROGRAM, {
        // The process's own loader hooks, such as for TypeScript, would only make a thread larger.
        execArgv: [],
        workerData: this.#data,
        resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      });
      this.#watch(thread);
      return thread;
    } catch (error) {
      if (this.#threads.size === 0) for (const { reject } of this.#waiting.splice(0)) reject(noThread(error));
      return null;
    }
  }

  #watch(thread: Worker): void {
    const take = (message: ThreadMessage) => {
      const task = this.#finish(thread);
      if ('failure' in message) task?.reject(new Error(message.failure));
      else task?.resolve(message.answer);
      this.#startTasks();
    };
    thread.on('message', guardedHandler(this.#log, 'answer of a reader thread', take));
    const noteError = (error: unknown) => {
      // A task tells its error itself.
      const isIdle = this.#threads.get(thread) === null;
      try {
        if (isIdle) this.#log.error({ err: error }, 'A reader thread ended');
      } finally {
        this.#end(thread, error);
      }
    };
    thread.on('error', guardedHandler(this.#log, 'reader threads', noteError));
    this.#threads.set(thread, null);
    const exit = new Promise<void>((resolve) => {
      const noteEnd = () => {
        resolve();
        this.#alive.delete(thread);
        this.#givenUp.delete(thread);
        this.#end(thread, ended());
      };
      thread.on('exit', guardedHandler(this.#log, 'end of a reader thread', noteEnd));
    });
    this.#alive.set(thread, exit);
  }

  /** Makes a thread idle and returns the task that it ran. It then keeps the process alive no longer. */
  #finish(thread: Worker): Task | null {
    const task = this.#threads.get(thread) ?? null;
    if (task === null) return null;
    this.#threads.set(thread, null);
    thread.unref();
    const endIfIdle = () => {
      if (this.#threads.get(thread) === null) this.#end(thread, ended());
    };
    const timer = setTimeout(guardedHandler(this.#log, 'idle reader thread', endIfIdle), this.#idleMs);
    this.#idleTimers.set(thread, timer.unref());
    return task;
  }

  /** Takes a thread out of the pool and ends it. Its task fails; the waiting ones go to other threads. */
  #end(thread: Worker, error: unknown): void {
    const task = this.#threads.get(thread);
    if (task === undefined) return;
    this.#threads.delete(thread);
    clearTimeout(this.#idleTimers.get(thread));
    this.#idleTimers.delete(thread);
    task?.reject(error);
    void thread.terminate();
    this.#startTasks();
  }

  /** How many threads run, including idle ones. */
  get running(): number {
    return this.#alive.size;
  }

  /** Gives up the thread that runs a statement of the company; it ends as soon as SQLite returns. */
  giveUp(company: CompanyOrOperator, deadline: Deadline): void {
    deadline.abort();
    const { signal } = deadline;
    for (const task of this.#waiting.splice(0)) {
      if (task.signal === signal) task.reject(ended());
      else this.#waiting.push(task);
    }
    for (const [thread, task] of this.#threads) {
      if (task === null || task.signal !== signal) continue;
      this.#givenUp.set(thread, company);
      this.#end(thread, ended());
    }
  }

  /** How many threads were given up and still run. */
  get givenUp(): number {
    return this.#givenUp.size;
  }

  /** How many of those run readings of one company. */
  givenUpOf(company: CompanyOrOperator): number {
    return [...this.#givenUp.values()].filter((of) => of === company).length;
  }

  /** Ends all threads; returns how many are still inside a statement after `withinMs`. */
  async close(withinMs: number): Promise<number> {
    const ends = Promise.all(this.#alive.values());
    this.#endAll();
    const tooLate = new AbortController();
    await Promise.race([ends, sleep(withinMs, undefined, { signal: tooLate.signal }).catch(() => undefined)]);
    tooLate.abort();
    for (const worker of this.#alive.keys()) worker.unref();
    return this.#alive.size;
  }

  #endAll(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(ended());
    for (const thread of [...this.#threads.keys()]) this.#end(thread, ended());
  }
}

function noThread(cause: unknown): ShaonError {
  return new ShaonError('database_unavailable', 'No thread could be started to read. Try again.', {}, { cause });
}

function ended(): Error {
  return new Error('The reader thread was ended.');
}

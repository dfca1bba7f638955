import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { RunStatement } from '../connect/engine.ts';
import { classifyDatabaseError } from '../sql/constraint-errors.ts';
import { type RawRow, rowsFromCells, type SqlValue, sqliteValue } from '../sql/sql.ts';
import { type CompanyOrOperator, CompanyTurns } from './company-turns.ts';
import type { ThreadAnswer, ThreadData, ThreadStatement } from './reader-thread.ts';
import { databaseIsClosing, tookTooLong } from './reading.ts';
import { ReadingWarnings } from './reading-warnings.ts';

const PROGRAM = fileURLToPath(new URL('./reader-thread.js', import.meta.url));
const THREADS = 2;
/** How many given-up threads are replaced while they are still inside SQLite. */
const MAX_REPLACED = 3;
/** A thread that needs more memory is ended, without ending the process. */
const MAX_THREAD_HEAP_MB = 512;
/** Rows are passed on and forgotten, so the default of 48 MB for new objects would only fill with garbage. */
const YOUNG_MB = 3;
/** How long closing waits for threads to end; their rows are no longer needed. */
const CLOSE_MS = 1_000;

/** A statement, the name of its reading in the log, and whose turn it takes. */
interface ThreadReading {
  readonly name: string;
  readonly company: CompanyOrOperator;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * Reads SQLite on two threads, because its driver blocks until the rows are there. A company reads on one of them at a
 * time, because a thread cannot be taken from a running statement. Past the limit the caller gets `took_too_long` and
 * the thread is ended, which happens when SQLite returns from the statement. Until then another takes its place, for a
 * few threads at once; beyond them the place stays taken.
 */
export class ReaderThreads {
  readonly #data: ThreadData;
  readonly #limitMs: number;
  readonly #log: CoreLog;
  readonly #warnings: ReadingWarnings;
  readonly #turns = new CompanyTurns({ atOnce: THREADS, ofOneCompany: THREADS - 1 });
  readonly #threads = new Set<ReaderThread>();
  /** Rejects the callers that wait, when the database is closed. */
  readonly #waiting = new Set<(error: ShaonError) => void>();
  #isClosed = false;

  constructor(data: ThreadData, readSeconds: number, log: CoreLog) {
    this.#data = data;
    this.#limitMs = readSeconds * 1_000;
    this.#log = log;
    this.#warnings = new ReadingWarnings(log);
  }

  /**
   * Runs a statement on a thread when it is its company's turn, or by `otherwise` if no thread can be started. Throws
   * `took_too_long`, and `database_unavailable` if its thread ends or the database is closed.
   */
  read(reading: ThreadReading, otherwise: RunStatement): Promise<RawRow[]> {
    const { company, name } = reading;
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const run = () => this.#run(reading, otherwise, reject);
      this.#turns
        .run({ company, name, waitMs: this.#limitMs }, run)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
  }

  /** @param refuse answers the caller before the thread has ended */
  async #run(
    { name, text, values }: ThreadReading,
    otherwise: RunStatement,
    refuse: (error: ShaonError) => void,
  ): Promise<RawRow[]> {
    const thread = [...this.#threads].find(({ isIdle }) => isIdle) ?? (await this.#start(name));
    if (this.#isClosed) throw databaseIsClosing();
    if (thread === null) return otherwise(text, values);
    let timer: NodeJS.Timeout | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      const giveUp = () => {
        refuse(tookTooLong(name));
        const ended = thread.end();
        if ([...this.#threads].filter(({ isEnding }) => isEnding).length <= MAX_REPLACED) reject(tookTooLong(name));
        return ended;
      };
      timer = setTimeout(guardedHandler(this.#log, 'giving up a reading', giveUp), this.#limitMs);
    });
    try {
      const answered = thread.ask({ text, values: values.map(sqliteValue) }, name);
      return rowsOf(await Promise.race([answered, givenUp]));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Null if no thread can start: a bundler has left its program out, the process forbids threads, or too many files are
   * open. The next reading tries again.
   */
  async #start(reading: string): Promise<ReaderThread | null> {
    if (this.#isClosed) return null;
    try {
      const thread = new ReaderThread(this.#data, this.#log, () => this.#threads.delete(thread));
      this.#threads.add(thread);
      await thread.started();
      return thread;
    } catch (error) {
      const message = 'No reader thread can start: long readings hold up everything else';
      if (!this.#isClosed) this.#warnings.warnRarely(message, { reading, err: error });
      return null;
    }
  }

  /** How many threads run. Node cannot end a process while one of them is inside SQLite. */
  get running(): number {
    return this.#threads.size;
  }

  /** Rejects all that read or wait, and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const refuse of this.#waiting) refuse(databaseIsClosing());
    const ends = Promise.all([...this.#threads].map((thread) => thread.end()));
    await Promise.race([ends, sleep(CLOSE_MS, undefined, { ref: false })]);
    for (const thread of this.#threads) thread.unref();
    if (this.running > 0)
      this.#log.warn({ threads: this.running }, 'Reader threads still run, inside given-up statements');
  }
}

/** One thread. It keeps the process alive only while it reads. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #exit = new AbortController();
  isIdle = false;
  isEnding = false;

  constructor(data: ThreadData, log: CoreLog, onExit: () => void) {
    this.#worker = new Worker(PROGRAM, {
      // The process's own loader hooks, such as for TypeScript, would only make a thread larger.
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const noteError = (error: unknown) => log.error({ err: error }, 'A reader thread ended');
    this.#worker.on('error', guardedHandler(log, 'error of a reader thread', noteError));
    this.#worker.on(
      'exit',
      guardedHandler(log, 'end of a reader thread', () => {
        this.isIdle = false;
        this.#exit.abort();
        onExit();
      }),
    );
  }

  /** Resolves when the thread has opened its connection; it is not idle before it has answered its starter. */
  async started(): Promise<void> {
    await this.#next();
  }

  /** Throws `database_unavailable` if the thread ends meanwhile: it was killed, or is out of memory. */
  async ask(statement: ThreadStatement, reading: string): Promise<ThreadAnswer> {
    this.isIdle = false;
    this.#worker.ref();
    try {
      this.#worker.postMessage(statement);
      const answer = await this.#next();
      this.isIdle = !this.isEnding;
      this.#worker.unref();
      return answer;
    } catch (error) {
      const text = 'The thread that read has ended. Try again.';
      throw new ShaonError('database_unavailable', text, { reading }, { cause: error });
    }
  }

  async #next(): Promise<ThreadAnswer> {
    const [message] = await once(this.#worker, 'message', { signal: this.#exit.signal });
    return message;
  }

  /** Resolves when the thread has ended, which it does when SQLite returns. */
  async end(): Promise<void> {
    this.isIdle = false;
    this.isEnding = true;
    await this.#worker.terminate();
  }

  unref(): void {
    this.#worker.unref();
  }
}

/** Throws SQLite's errors as `classifyDatabaseError` returns them. */
function rowsOf(answer: ThreadAnswer): RawRow[] {
  if ('message' in answer) {
    const { code, message } = answer;
    throw classifyDatabaseError(Object.assign(new Error(message), code === null ? {} : { code }), 'sqlite');
  }
  return rowsFromCells(answer.columns, answer.cells);
}

import { ShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { RunStatement } from '../engine.ts';
import { type CompanyOrOperator, FairCompanyQueue } from '../fair-company-queue.ts';
import { MAX_READING_SECONDS, type ReadingLimits, tookTooLong } from '../reading.ts';
import { type RawRow, type SqlValue, sqliteValue } from '../sql.ts';
import { Deadline } from './deadline.ts';
import { rowsOfAnswer, type ThreadAnswer, type ThreadData, threadEnded } from './thread-messages.ts';
import { ThreadPool } from './thread-pool.ts';
import { ThreadSnapshot } from './thread-snapshot.ts';

/** Snapshots have their own threads besides those of readings, because an export holds one for as long as it takes. */
const SNAPSHOTS_AT_ONCE = 4;
const SNAPSHOT_NAME = 'snapshot';
/** A statement that returns rows ends by itself; one that has not ended so long after its limit is given up. */
const GRACE_MS = 500;
/**
 * How long readings go without threads after none could start, for example while the process had too many files open.
 */
const RETRY_MS = 10_000;
/** How long closing waits for threads to end; their rows are no longer needed. */
const CLOSE_MS = 1_000;

interface ThreadReading {
  /** Its name in the log. */
  readonly name: string;
  /** Whose turn it is. */
  readonly company: CompanyOrOperator;
}

/** A list that runs on a thread as long as it is slow; quick ones are not refused because many wait. */
interface SlowList {
  /** Is told how long the statement took on its thread. */
  readonly noteRun: (tookMs: number) => void;
}

/**
 * Reads SQLite on threads, because its driver blocks until the rows are there. Threads start with the first reading.
 * One company never holds all threads, because a thread cannot be taken from a running statement. A statement past its
 * limit is answered with `took_too_long`, and its thread is given up and replaced. A company may have as many threads
 * given up at once as it may hold, so that slow statements cannot use up the machine.
 */
export class ReaderThreads {
  readonly #data: ThreadData;
  readonly #limits: ReadingLimits;
  readonly #log: CoreLog;
  readonly #turns: FairCompanyQueue;
  /** One thread is kept for others here too, because a snapshot lasts as long as its reader takes. */
  readonly #snapshots = new FairCompanyQueue({ atOnce: SNAPSHOTS_AT_ONCE, ofOneCompany: SNAPSHOTS_AT_ONCE - 1 });
  /** Rejects the callers that wait, when the database is closed. */
  readonly #waiting = new Set<(error: ShaonError) => void>();
  #opening: Promise<ThreadPool | null> | null = null;
  #opened: ThreadPool | null = null;
  /** When to try again, on the clock of `performance.now()`. */
  #retryAt = Number.POSITIVE_INFINITY;
  #hasLoggedAbsence = false;
  #isClosed = false;
  readonly #retryMs: number;

  /** @param limits must have at least one thread */
  constructor(data: ThreadData, limits: ReadingLimits, log: CoreLog, retryMs = RETRY_MS) {
    this.#data = data;
    this.#limits = limits;
    this.#log = log;
    this.#retryMs = retryMs;
    this.#turns = new FairCompanyQueue({ atOnce: this.#threads, ofOneCompany: limits.threads });
  }

  /** One thread is kept for others, whatever one company reads. */
  get #threads(): number {
    return this.#limits.threads + 1;
  }

  /**
   * Runs a statement on a thread, or by `otherwise` if none could be started since the process began. Throws
   * `took_too_long`, and `database_unavailable` if later no thread can be started or its thread ends.
   */
  async read(
    { name, company }: ThreadReading,
    text: string,
    values: readonly SqlValue[],
    otherwise: RunStatement,
    slowList: SlowList | null = null,
  ): Promise<RawRow[]> {
    const pool = await this.#pool();
    if (pool === null) return otherwise(text, values);
    const { seconds } = this.#limits;
    const deadline = new Deadline(seconds === 0 ? null : seconds * 1_000);
    const statement = { text, values: values.map(sqliteValue) };
    const turn = { company, name, waitMs: deadline.leftMs, isNeverRefused: slowList !== null };
    const begun = this.#turns.run(turn, () =>
      this.#whileWanted(deadline, () => pool.run({ ...statement, forMs: deadline.leftMs }, deadline)),
    );
    const answer = await this.#withinBound(pool, { name, company }, deadline, begun);
    if (answer.kind === 'rows') slowList?.noteRun(answer.tookMs);
    return rowsOfAnswer(answer, name);
  }

  /**
   * Runs `work` on one committed state, on one thread, when it is its company's turn; by `otherwise` without threads.
   * Each statement has a time limit. Throws `took_too_long` when too many snapshots of the company wait already.
   */
  async snapshot<T>(
    work: (run: RunStatement) => Promise<T>,
    company: CompanyOrOperator,
    otherwise: (work: (run: RunStatement) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const pool = await this.#pool();
    if (pool === null) return otherwise(work);
    const turn = { company, name: SNAPSHOT_NAME, waitMs: null };
    return this.#snapshots.run(turn, () => this.#inSnapshot(pool, company, work));
  }

  async #inSnapshot<T>(
    pool: ThreadPool,
    company: CompanyOrOperator,
    work: (run: RunStatement) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw closed();
    const controller = new AbortController();
    const { signal } = controller;
    const thread = new ThreadSnapshot((task, transferList) => pool.run(task, { signal, transferList }));
    const run: RunStatement = async (text, values) => {
      const deadline = new Deadline(MAX_READING_SECONDS * 1_000, controller);
      const answer = thread.ask({ text, values: values.map(sqliteValue), forMs: deadline.leftMs });
      const reading = { name: SNAPSHOT_NAME, company };
      return rowsOfAnswer(await this.#withinBound(pool, reading, deadline, answer), SNAPSHOT_NAME);
    };
    try {
      return await work(run);
    } finally {
      await thread.end();
    }
  }

  /** Waits for a statement until its limit is over or the database is closed; the statement itself may run on. */
  async #withinBound(
    pool: ThreadPool,
    { name, company }: ThreadReading,
    deadline: Deadline,
    begun: Promise<ThreadAnswer | null>,
  ): Promise<ThreadAnswer> {
    let stop: (error: ShaonError) => void = () => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = reject;
      this.#waiting.add(stop);
    });
    const late = deadline.expiry().then(() => Promise.reject(tookTooLong(name)));
    try {
      return (await Promise.race([begun, stopped, late])) as ThreadAnswer;
    } catch (error) {
      begun.catch(() => undefined);
      if (deadline.hasExpired) this.#giveUpLater(pool, company, deadline, begun);
      throw error instanceof ShaonError ? error : threadEnded(name, error);
    } finally {
      deadline.clear();
      this.#waiting.delete(stop);
    }
  }

  /** Skips a statement whose time ended while it waited for a thread. Throws once the database is closed. */
  async #whileWanted(deadline: Deadline, run: () => Promise<ThreadAnswer | null>): Promise<ThreadAnswer | null> {
    if (this.#isClosed) throw closed();
    return deadline.hasExpired ? null : run();
  }

  /** Gives the thread up after a pause, unless the statement has ended by itself or too many are given up already. */
  #giveUpLater(pool: ThreadPool, company: CompanyOrOperator, deadline: Deadline, begun: Promise<unknown>): void {
    const giveUp = () => {
      if (pool.givenUp < this.#threads && pool.givenUpOf(company) < this.#limits.threads)
        pool.giveUp(company, deadline);
    };
    const timer = setTimeout(guardedHandler(this.#log, 'giving up a reader thread', giveUp), GRACE_MS);
    timer.unref();
    void begun.then(() => clearTimeout(timer)).catch(() => clearTimeout(timer));
  }

  /** Null if threads are unavailable: readings then block everything else for a while, which the log reports once. */
  #pool(): Promise<ThreadPool | null> {
    if (this.#isClosed) return Promise.reject(closed());
    if (this.#opening === null || performance.now() >= this.#retryAt) {
      this.#retryAt = Number.POSITIVE_INFINITY;
      this.#opening = this.#open();
    }
    return this.#opening;
  }

  async #open(): Promise<ThreadPool | null> {
    try {
      this.#opened = await ThreadPool.open(this.#data, this.#threads + SNAPSHOTS_AT_ONCE, this.#log);
      if (this.#hasLoggedAbsence) this.#log.info({}, 'There are reader threads again');
      this.#hasLoggedAbsence = false;
    } catch (error) {
      this.#retryAt = performance.now() + this.#retryMs;
      const isNew = !this.#hasLoggedAbsence;
      this.#hasLoggedAbsence = true;
      if (isNew)
        this.#log.warn({ err: error }, 'There can be no reader threads: long readings hold up everything else');
    }
    return this.#opened;
  }

  /** How many threads run. Node cannot end a process while one of them is inside SQLite. */
  get running(): number {
    return this.#opened?.running ?? 0;
  }

  /** Rejects running reads and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#opening;
    for (const stop of this.#waiting) stop(closed());
    const still = (await pool?.close(CLOSE_MS)) ?? 0;
    if (still > 0) this.#log.warn({ threads: still }, 'Reader threads still run, inside statements that were given up');
  }
}

function closed(): ShaonError {
  return new ShaonError('database_unavailable', 'The database is being closed.');
}

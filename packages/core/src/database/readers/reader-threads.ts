import { ShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import { CompanyTurns, type ReadingCompany } from '../company-turns.ts';
import type { RunStatement } from '../engine.ts';
import { MOST_READING_SECONDS, type ReadingLimits, tookTooLong } from '../reading.ts';
import { type RawRow, type SqlValue, sqliteValue } from '../sql.ts';
import { Bound } from './bound.ts';
import { rowsOfAnswer, type ThreadAnswer, type ThreadData, threadEnded } from './thread-messages.ts';
import { ThreadPool } from './thread-pool.ts';
import { ThreadSnapshot } from './thread-snapshot.ts';

/** Snapshots have threads beside those of readings, because an export holds one for as long as it takes. */
const SNAPSHOTS_AT_ONCE = 4;
const SNAPSHOT_PLACE = 'snapshot';
/** A thread whose statement gives rows ends it by itself; what has not ended so long after the bound is given up. */
const GRACE_MS = 500;
/** How long a close waits for threads to end. Nobody waits for their rows then. */
const CLOSE_MS = 1_000;

/** Who reads, for the log and for whose turn it is. */
interface ThreadReading {
  readonly place: string;
  readonly company: ReadingCompany;
}

/**
 * Reads SQLite on threads, because its driver does not return before the rows are there and nothing else would happen
 * meanwhile. Threads start with the first reading. One company never holds all of them, because a thread cannot be taken
 * from a statement. A statement past its bound is answered with `took_too_long`, and its thread is given up and replaced; a
 * company may have so many given up at once as it may hold, so that slow statements cannot take the whole machine.
 */
export class ReaderThreads {
  readonly #data: ThreadData;
  readonly #limits: ReadingLimits;
  readonly #log: CoreLog;
  readonly #turns: CompanyTurns;
  /** One is left to the others here too, because a snapshot lasts as long as its reader takes. */
  readonly #snapshots = new CompanyTurns({ atOnce: SNAPSHOTS_AT_ONCE, ofOneCompany: SNAPSHOTS_AT_ONCE - 1 });
  /** Ends what somebody waits for, when the database is closed. */
  readonly #waiting = new Set<(error: ShaonError) => void>();
  #opening: Promise<ThreadPool | null> | null = null;
  #opened: ThreadPool | null = null;
  #isClosed = false;

  /** @param limits with one thread or more */
  constructor(data: ThreadData, limits: ReadingLimits, log: CoreLog) {
    this.#data = data;
    this.#limits = limits;
    this.#log = log;
    this.#turns = new CompanyTurns({ atOnce: this.#threads, ofOneCompany: limits.threads });
  }

  /** One is left to the others, whatever one company reads. */
  get #threads(): number {
    return this.#limits.threads + 1;
  }

  /** Runs a statement on a thread, or `otherwise` where there can be none. Throws `took_too_long`. */
  async read(
    { place, company }: ThreadReading,
    text: string,
    values: readonly SqlValue[],
    otherwise: RunStatement,
  ): Promise<RawRow[]> {
    const pool = await this.#pool();
    if (pool === null) return otherwise(text, values);
    const { seconds } = this.#limits;
    const bound = new Bound(seconds === 0 ? null : seconds * 1_000);
    const statement = { text, values: values.map(sqliteValue) };
    const begun = this.#turns.run({ company, place, waitMs: bound.leftMs }, () =>
      this.#whileWanted(bound, () => pool.run({ ...statement, forMs: bound.leftMs }, bound)),
    );
    return rowsOfAnswer(await this.#withinBound(pool, { place, company }, bound, begun), place);
  }

  /**
   * Runs `work` on what is committed at one moment, on one thread, or `otherwise`, when it is its company's turn. Each
   * statement has its bound. Throws `took_too_long` when too many of the company wait already.
   */
  async snapshot<T>(
    work: (run: RunStatement) => Promise<T>,
    company: ReadingCompany,
    otherwise: (work: (run: RunStatement) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const pool = await this.#pool();
    if (pool === null) return otherwise(work);
    const turn = { company, place: SNAPSHOT_PLACE, waitMs: null };
    return this.#snapshots.run(turn, () => this.#inSnapshot(pool, company, work));
  }

  async #inSnapshot<T>(pool: ThreadPool, company: ReadingCompany, work: (run: RunStatement) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closed();
    const givenUp = new AbortController();
    const { signal } = givenUp;
    const thread = new ThreadSnapshot((task, transferList) => pool.run(task, { signal, transferList }), this.#log);
    const run: RunStatement = async (text, values) => {
      const bound = new Bound(MOST_READING_SECONDS * 1_000, givenUp);
      const answer = thread.ask({ text, values: values.map(sqliteValue), forMs: bound.leftMs });
      const reading = { place: SNAPSHOT_PLACE, company };
      return rowsOfAnswer(await this.#withinBound(pool, reading, bound, answer), SNAPSHOT_PLACE);
    };
    try {
      return await work(run);
    } finally {
      await thread.end();
    }
  }

  /** Waits for a statement until its bound is over or the database is closed; `begun` goes on as long as it must. */
  async #withinBound(
    pool: ThreadPool,
    { place, company }: ThreadReading,
    bound: Bound,
    begun: Promise<ThreadAnswer | null>,
  ): Promise<ThreadAnswer> {
    let stop: (error: ShaonError) => void = () => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = reject;
      this.#waiting.add(stop);
    });
    bound.whenOver(() => stop(tookTooLong(place)));
    try {
      return (await Promise.race([begun, stopped])) as ThreadAnswer;
    } catch (error) {
      begun.catch(() => undefined);
      if (bound.isOver) this.#giveUpLater(pool, company, bound, begun);
      throw error instanceof ShaonError ? error : threadEnded(place, error);
    } finally {
      bound.clear();
      this.#waiting.delete(stop);
    }
  }

  /** What waited too long for a thread, or until the end, is not begun. */
  async #whileWanted(bound: Bound, run: () => Promise<ThreadAnswer | null>): Promise<ThreadAnswer | null> {
    if (this.#isClosed) throw closed();
    return bound.isOver ? null : run();
  }

  /** Gives the thread up unless the statement has ended by itself, or too many were given up already. */
  #giveUpLater(pool: ThreadPool, company: ReadingCompany, bound: Bound, begun: Promise<unknown>): void {
    const giveUp = () => {
      if (pool.givenUp < this.#threads && pool.givenUpOf(company) < this.#limits.threads) pool.giveUp(company, bound);
    };
    const timer = setTimeout(guardedHandler(this.#log, 'reader thread', giveUp), GRACE_MS);
    timer.unref();
    void begun.then(() => clearTimeout(timer)).catch(() => clearTimeout(timer));
  }

  /** Null where threads cannot be had, for good: readings then hold up everything else, as the log says once. */
  #pool(): Promise<ThreadPool | null> {
    if (this.#isClosed) return Promise.reject(closed());
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<ThreadPool | null> {
    try {
      this.#opened = await ThreadPool.open(this.#data, this.#threads + SNAPSHOTS_AT_ONCE, this.#log);
    } catch (error) {
      this.#log.warn({ err: error }, 'There can be no reader threads: long readings hold up everything else');
    }
    return this.#opened;
  }

  /** How many threads run. Node does not end a process before the last of them has left SQLite. */
  get running(): number {
    return this.#opened?.running ?? 0;
  }

  /** Gives up what is being read, and ends the threads. */
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

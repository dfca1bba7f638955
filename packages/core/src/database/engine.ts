import type { EntityManager } from 'typeorm';
import type { CommitWorks } from './commit-work.ts';
import type { ReadingCompany } from './company-turns.ts';
import type { Reading } from './reading.ts';
import type { RawRow, SqlValue } from './sql.ts';

/** Runs one SQL text with its `$1, $2, …` and gives its rows; a statement without RETURNING gives none. */
export type RunStatement = (text: string, values: readonly SqlValue[]) => Promise<RawRow[]>;

/** Runs one SQL text that gives no rows, and may resolve before it is answered. */
export type RunAhead = (text: string, values: readonly SqlValue[]) => Promise<void>;

/** Runs one SQL text without RETURNING once for each list of values, and gives how many rows each time has changed. */
export type ChangeEach = (text: string, lists: readonly (readonly SqlValue[])[]) => Promise<readonly number[]>;

/** How a transaction is to be opened. */
export interface TransactionEntry {
  /** Who asks, for the log: `employees.create`. */
  readonly place: string;
  /** Whether it has a commit to itself: for work that is not ours and may take its time. */
  readonly isAlone: boolean;
  /** Whether holding the database for long is no fault: what has the database to itself, such as an import. */
  readonly mayTakeLong: boolean;
  /** Whether its work may run again after it was rolled back, because it changes nothing but through its manager. */
  readonly isRepeatable: boolean;
}

/**
 * How statements and transactions reach a database. There are two for each database: the plain one, by TypeORM's public
 * interface alone, and the one in `fast/`, which does the same for less. `SHAON_FAST_PATH=off` chooses the first;
 * the suites run with both.
 */
export interface Engine {
  /** Runs a statement that only reads, outside of any transaction. What is open is not seen. */
  readonly read: RunStatement;
  /** Runs the statements of one reading, whose kind says where, and whose company says when it is its turn. */
  readFor(reading: Reading, company: ReadingCompany): RunStatement;
  /** Runs a statement inside the open transaction of `manager`. */
  runIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<RawRow[]>;
  /**
   * The same for a statement that gives no rows and that nobody waits for: it may resolve before the database has answered.
   * What the statement is refused for is thrown by the next one of the transaction, `answeredIn` or the commit at the latest.
   */
  runAheadIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<void>;
  /** Resolves when all that was run ahead is answered; throws what it was refused for. */
  answeredIn(manager: EntityManager): Promise<void>;
  /** The same as `ChangeEach`; null on PostgreSQL, where each time would be a round trip. */
  readonly changeEachIn: ((manager: EntityManager, ...change: Parameters<ChangeEach>) => ReturnType<ChangeEach>) | null;
  /** Opens a transaction, runs `work` in it, and commits; or rolls back and throws on. */
  transaction<T>(entry: TransactionEntry, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** What the transactions that it opens leave to be done before their commit. */
  readonly commitWorks: CommitWorks;
  /** One statement that is a transaction by itself; what is written in the same turn of the event loop may share it. */
  append<T>(place: string, work: (run: RunStatement) => Promise<T>): Promise<T>;
}

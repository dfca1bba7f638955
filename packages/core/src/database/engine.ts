import type { EntityManager } from 'typeorm';
import type { CommitWorks } from './commit-work.ts';
import type { CompanyOrOperator } from './fair-company-queue.ts';
import type { Reading } from './reading.ts';
import type { RawRow, SqlValue } from './sql.ts';

/** Runs one SQL text with its `$1, $2, …` and returns its rows; none for a statement without RETURNING. */
export type RunStatement = (text: string, values: readonly SqlValue[]) => Promise<RawRow[]>;

/** Runs one SQL text that returns no rows; may resolve before the database has answered. */
export type RunPipelined = (text: string, values: readonly SqlValue[]) => Promise<unknown>;

/** Runs one SQL text without RETURNING once for each list of values; returns how many rows each run changed. */
export type ChangeEach = (text: string, lists: readonly (readonly SqlValue[])[]) => Promise<readonly number[]>;

/** How a transaction is to be opened. */
export interface TransactionEntry {
  /** Its name in the log: `employees.create`. */
  readonly name: string;
  /** Whether the transaction gets its own commit: for code that is not ours and may be slow. */
  readonly isAlone: boolean;
  /** Whether the transaction may hold the database for long without a warning, such as an import. */
  readonly mayTakeLong: boolean;
  /** Whether its work may run again after a rollback, because it has no effect except through its manager. */
  readonly isRepeatable: boolean;
}

/**
 * How statements and transactions reach a database. Each database has two engines: the plain one uses only TypeORM's
 * public interface; the one in `fast/` does the same at less cost. `SHAON_FAST_PATH=off` selects the plain one; the
 * suites run with both.
 */
export interface Engine {
  /** Runs a read-only statement outside of any transaction; it sees committed data only. */
  readonly read: RunStatement;
  /** Runs the statements of one reading: its kind decides where, and its company decides when. */
  readFor(reading: Reading, company: CompanyOrOperator): RunStatement;
  /** Throws `options_invalid` if the transaction of `manager` has ended: a statement would be committed by itself. */
  assertOpen(manager: EntityManager): void;
  /** Runs a statement inside the open transaction of `manager`. Throws like `assertOpen`. */
  runIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<RawRow[]>;
  /**
   * Runs a statement that returns no rows inside the transaction of `manager`, and may resolve before the database has
   * answered. An error is thrown by the transaction's next statement, by `answeredIn`, or at the latest by the commit.
   */
  runPipelinedIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<unknown>;
  /** Resolves when all pipelined statements are answered; throws the error of one that failed. */
  answeredIn(manager: EntityManager): Promise<void>;
  /** `ChangeEach` inside the transaction of `manager`; null on PostgreSQL, where each run would be a round trip. */
  readonly changeEachIn: ((manager: EntityManager, ...change: Parameters<ChangeEach>) => ReturnType<ChangeEach>) | null;
  /** Opens a transaction, runs `work` in it, and commits; or rolls back and throws on. */
  transaction<T>(entry: TransactionEntry, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Work that this engine's transactions leave to be done before their commit. */
  readonly commitWorks: CommitWorks;
  /** Runs one statement as its own transaction; statements of one turn of the event loop may share a commit. */
  append<T>(name: string, work: (run: RunStatement) => Promise<T>): Promise<T>;
}

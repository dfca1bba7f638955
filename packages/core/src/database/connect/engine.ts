import type { EntityManager } from 'typeorm';
import type { CompanyOrOperator } from '../readings/company-turns.ts';
import type { Reading } from '../readings/reading.ts';
import type { RawRow, SqlValue } from '../sql/sql.ts';

/** Runs one SQL text with its `$1, $2, …` and returns its rows; none for a statement without RETURNING. */
export type RunStatement = (text: string, values: readonly SqlValue[]) => Promise<RawRow[]>;

/** How a transaction is to be opened. */
export interface TransactionEntry {
  /** Its name in the log: `employees.create`. */
  readonly name: string;
  /** Whether the transaction gets its own commit: for code that is not ours and may be slow. */
  readonly isAlone: boolean;
  /** Whether the transaction may hold the database for long without a warning, such as an import. */
  readonly mayTakeLong: boolean;
}

/** How statements and transactions reach a database. */
export interface Engine {
  /** Runs a read-only statement outside of any transaction; it sees committed data only. */
  readonly read: RunStatement;
  /** Runs the statements of one reading: its kind decides where, and its company decides when. */
  readFor(reading: Reading, company: CompanyOrOperator): RunStatement;
  /** Throws `options_invalid` if the transaction of `manager` has ended: a statement would be committed by itself. */
  assertOpen(manager: EntityManager): void;
  /** Runs a statement inside the open transaction of `manager`. Throws like `assertOpen`. */
  runIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<RawRow[]>;
  /** Opens a transaction, runs `work` in it, and commits; or rolls back and throws on. */
  transaction<T>(entry: TransactionEntry, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Runs one statement as a transaction of its own. */
  autocommit(name: string, text: string, values: readonly SqlValue[]): Promise<RawRow[]>;
}

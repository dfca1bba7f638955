import type { EntityManager } from 'typeorm';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Dialect } from './dialect.ts';
import { runOnSqlite, type SqliteValue } from './sqlite-statements.ts';

/** What may be bound to a `$n`. A list is for `DIFFERENCES[dialect].inList`. */
export type SqlValue = string | number | boolean | null | Date | readonly number[] | readonly string[];

/** Rows as the driver gives them; `Table.fromDatabase` or a query's own mapper makes typed rows of them. */
export type RawRow = Record<string, unknown>;

/** Whatever can run a statement: a transaction's manager, or a data source behind the same two members. */
export interface Runner extends Pick<EntityManager, 'query' | 'dataSource'> {
  /** On SQLite: refuses a statement that writes, whichever connection it would run on. */
  readonly readsOnly?: true;
}

/**
 * Runs one SQL text, written once for both databases with `$1, $2, …`, and gives its rows; statements without
 * RETURNING give none. Errors come classified (`constraint-errors.ts`).
 */
export async function runSql(
  runner: Runner,
  dialect: Dialect,
  text: string,
  values: readonly SqlValue[],
): Promise<RawRow[]> {
  try {
    if (dialect === 'sqlite') {
      return runOnSqlite(runner.dataSource, text, values.map(sqliteValue), runner.readsOnly ?? false);
    }
    return rowsOf(await runner.query(text, values as SqlValue[]));
  } catch (error) {
    throw classifyDatabaseError(error, dialect);
  }
}

/** better-sqlite3 takes neither booleans, dates nor lists (LIBRARIES 2). */
function sqliteValue(value: SqlValue): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return JSON.stringify(value);
  return value as string | number | null;
}

/** TypeORM gives `[rows, count]` for UPDATE and DELETE. */
function rowsOf(result: unknown): RawRow[] {
  if (!Array.isArray(result)) return [];
  if (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number') return result[0];
  return result;
}

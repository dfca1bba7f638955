import type { DataSource, EntityManager } from 'typeorm';
import type { RunStatement } from '../connect/engine.ts';
import { runOnSqlite } from '../connect/sqlite-statements.ts';
import { classifyDatabaseError, withClassifiedErrors } from '../sql/constraint-errors.ts';
import { allowPauses, inPostgresTransaction, runInPostgres } from '../transactions/postgres-transaction.ts';
import { databaseIsClosing } from './reading.ts';

/**
 * Runs `work` on one committed state, in a read-only REPEATABLE READ transaction of a pool or a connection. It stays
 * open while its reader works, who may write to a slow disk between two statements.
 */
export async function inPostgresSnapshot<T>(on: EntityManager, work: (run: RunStatement) => Promise<T>): Promise<T> {
  const begin = async (manager: EntityManager) => {
    await manager.query('SET TRANSACTION READ ONLY');
    await allowPauses(manager);
    return work((text, values) => runInPostgres(manager, text, values));
  };
  return withClassifiedErrors('postgres', () => inPostgresTransaction(on, begin, 'REPEATABLE READ'));
}

/**
 * Runs `work` on one committed state on SQLite, on a connection of its own: on the shared reader, all other reads would
 * see the old state as well. The writer does not wait; the write-ahead log keeps its changes until the snapshot ends.
 * Each statement holds the event loop, so a caller reads a table in small portions.
 *
 * @param closing is aborted when the database is closed; the next statement then throws `database_unavailable`
 */
export async function inSqliteSnapshot<T>(
  connection: DataSource,
  closing: AbortSignal,
  work: (run: RunStatement) => Promise<T>,
): Promise<T> {
  const run: RunStatement = async (text, values) => {
    if (closing.aborted) throw databaseIsClosing();
    return runOnSqlite(connection, text, values);
  };
  try {
    if (closing.aborted) throw databaseIsClosing();
    await connection.initialize();
    await connection.query('BEGIN');
    return await work(run);
  } catch (error) {
    throw classifyDatabaseError(error, 'sqlite');
  } finally {
    if (connection.isInitialized) await connection.destroy();
  }
}

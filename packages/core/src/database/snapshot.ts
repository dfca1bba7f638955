import type { DataSource, EntityManager } from 'typeorm';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { RunStatement } from './engine.ts';
import { runOnPlainSqlite, runOnPostgres } from './typeorm-statements.ts';

/** A snapshot is read for as long as its reader needs, which may write it to a slow disk between two statements. */
const NO_TIMEOUTS = 'SET LOCAL idle_in_transaction_session_timeout = 0';

/** What is committed at one moment, in a transaction that can only read: REPEATABLE READ, of a pool or a connection. */
export async function inPostgresSnapshot<T>(
  on: Pick<EntityManager, 'transaction'>,
  work: (run: RunStatement) => Promise<T>,
): Promise<T> {
  try {
    return await on.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query(NO_TIMEOUTS);
      return work((text, values) => runOnPostgres(manager, text, values));
    });
  } catch (error) {
    throw classifyDatabaseError(error, 'postgres');
  }
}

/**
 * The same on SQLite, on a connection of its own that is opened and closed here: on the reader's, everybody else would
 * see the past as well. The writer does not wait; the write-ahead log keeps what it writes until this ends.
 */
export async function inSqliteSnapshot<T>(connection: DataSource, work: (run: RunStatement) => Promise<T>): Promise<T> {
  try {
    await connection.initialize();
    await connection.query('BEGIN');
    return await work((text, values) => runOnPlainSqlite((...query) => connection.query(...query), text, values));
  } catch (error) {
    throw classifyDatabaseError(error, 'sqlite');
  } finally {
    if (connection.isInitialized) await connection.destroy();
  }
}

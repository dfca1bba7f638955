import type { EntityManager, QueryRunner } from 'typeorm';
import { StatementError } from './constraint-errors.ts';
import { notInTransaction } from './not-in-transaction.ts';
import { ownIsolation } from './own-isolation.ts';

/**
 * Runs `work` in a PostgreSQL transaction, on the connection of `on` or on one of its pool. TypeORM's own `transaction`
 * counts savepoints. If a savepoint cannot be rolled back, TypeORM takes the end of the savepoint for the end of the
 * transaction, and returns the connection to the pool with the transaction still open.
 */
export async function inPostgresTransaction<T>(
  on: EntityManager,
  work: (manager: EntityManager) => Promise<T>,
  isolation?: 'REPEATABLE READ',
): Promise<T> {
  // TypeORM 1 also calls it `dataSource`; TypeORM 0.3 has only this name.
  const runner = on.queryRunner ?? on.connection.createQueryRunner();
  try {
    await runner.startTransaction(isolation ?? (await ownIsolation(runner)));
    if (on.queryRunner === undefined) beginOnlyOnce(runner);
    const result = await work(runner.manager);
    await runner.commitTransaction();
    if (runner.isTransactionActive) throw new StatementError(INVALID_SAVEPOINT);
    return result;
  } catch (error) {
    await rollBack(runner);
    throw error;
  } finally {
    if (on.queryRunner === undefined) await runner.release();
  }
}

/**
 * If a savepoint cannot be made, TypeORM rolls back everything, and would begin a new transaction at the next
 * savepoint.
 */
function beginOnlyOnce(runner: QueryRunner): void {
  const start = runner.startTransaction.bind(runner);
  runner.startTransaction = async (isolation) => {
    if (!runner.isTransactionActive) throw notInTransaction();
    await start(isolation);
  };
}

const INVALID_SAVEPOINT = '3B001';

/** Never throws: this runs after a failure, which another error would hide. */
async function rollBack(runner: QueryRunner): Promise<void> {
  try {
    while (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    await closeConnection(runner).catch(() => undefined);
  }
}

/**
 * A connection whose transaction cannot be ended must not be used again; closing it makes the server end the
 * transaction.
 */
async function closeConnection(runner: QueryRunner): Promise<void> {
  if (runner.isReleased) return;
  const client: { end(): Promise<void> } = await runner.connect();
  client.end().catch(() => undefined);
}

import type { EntityManager, QueryRunner } from 'typeorm';
import { StatementError } from './constraint-errors.ts';
import { notInTransaction } from './not-in-transaction.ts';

/**
 * A transaction on PostgreSQL, on the connection of `on` or on one of its pool. TypeORM's own counts savepoints: where one of them
 * could not be undone, it takes the end of that one for the end of the transaction, and gives the connection to the next
 * in the middle of it.
 */
export async function inPostgresTransaction<T>(
  on: EntityManager,
  work: (manager: EntityManager) => Promise<T>,
  isolation?: 'REPEATABLE READ',
): Promise<T> {
  // TypeORM 1 calls it `dataSource` as well; TypeORM 0.3 has this name alone.
  const runner = on.queryRunner ?? on.connection.createQueryRunner();
  try {
    await runner.startTransaction(isolation);
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

/** After a savepoint that it could not make TypeORM rolls back everything, and would begin another transaction for the next. */
function beginOnlyOnce(runner: QueryRunner): void {
  const start = runner.startTransaction.bind(runner);
  runner.startTransaction = async (isolation) => {
    if (!runner.isTransactionActive) throw notInTransaction();
    await start(isolation);
  };
}

const INVALID_SAVEPOINT = '3B001';

/** Never fails: it follows a failure, which it must not hide. */
async function rollBack(runner: QueryRunner): Promise<void> {
  try {
    while (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    await closeConnection(runner).catch(() => undefined);
  }
}

/** What a connection has begun and cannot end must not become somebody else's: the server ends it with the connection. */
async function closeConnection(runner: QueryRunner): Promise<void> {
  if (runner.isReleased) return;
  const client: { end(): Promise<void> } = await runner.connect();
  client.end().catch(() => undefined);
}

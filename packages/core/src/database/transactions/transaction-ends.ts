import type { EntityManager, EntitySubscriberInterface } from 'typeorm';
import { hasOpenTransaction } from '../connect/sqlite-statements.ts';
import { notInTransaction } from './not-in-transaction.ts';
import { levelOf, levelOfCaller } from './transaction-levels.ts';

/**
 * TypeORM awaits its subscribers before it begins or ends a transaction, or a savepoint of the caller's in one. When
 * calls are awaited together, the first failure ends the transaction at once, and the later writes of the others would
 * be committed by themselves.
 */
const WAIT_FOR_CALLS: EntitySubscriberInterface = {
  async beforeTransactionStart({ manager }) {
    await levelOfCaller(manager).idle();
    // If SQLite has ended the transaction by itself, a savepoint would begin a new one.
    const { connection } = manager;
    if (connection.options.type === 'better-sqlite3' && !hasOpenTransaction(connection)) throw notInTransaction();
  },
  async beforeTransactionCommit({ manager }) {
    await levelOfCaller(manager).idle();
    const { fault } = levelOf(manager).whole;
    if (fault !== null) throw fault;
  },
  async beforeTransactionRollback({ manager }) {
    await levelOfCaller(manager).idle();
    levelOf(manager).whole.fault = null;
  },
};

/** Lets a transaction that services join, and savepoints of the caller's in it, end after all calls in them. */
export function endAfterCalls({ connection: { subscribers } }: EntityManager): void {
  if (!subscribers.includes(WAIT_FOR_CALLS)) subscribers.push(WAIT_FOR_CALLS);
}

import { setImmediate } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { CoreLog } from '../log.ts';
import { RUN_IMMEDIATELY } from './commit-work.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement, TransactionEntry } from './engine.ts';
import { FREE_LOG_SPACE, isDiskFull } from './full-disk.ts';
import { warnIfHeldLong } from './long-transactions.ts';
import { notInTransaction } from './not-in-transaction.ts';
import { hasOpenTransaction } from './sqlite-handle.ts';
import { sqliteReadings } from './sqlite-readings.ts';
import { changeEachOnPlainSqlite, runOnPlainSqlite } from './typeorm-statements.ts';
import { withoutPipelining } from './without-pipelining.ts';

/** Changes nothing but takes the write lock, because TypeORM cannot send BEGIN IMMEDIATE. */
const TAKE_WRITE_LOCK = 'UPDATE "shaon_company" SET id = id WHERE 1 = 0';

/**
 * SQLite by TypeORM's public interface. Readers have their own connection; transactions on the writing connection run
 * one at a time, first come, first served, because two of them would mix.
 */
export function plainSqlite(connections: Connections, log: CoreLog): Engine {
  const { writer, reader } = connections;
  let lastQueued: Promise<unknown> = Promise.resolve();

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    // Each in its own turn of the event loop: the driver never yields, so a long line would hold up everything else.
    const done = lastQueued.then(() => setImmediate()).then(work);
    lastQueued = done.catch(() => undefined);
    return done;
  }

  async function transaction<T>(entry: TransactionEntry, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return enqueue(async () => {
      const startedAt = performance.now();
      try {
        return await inTransaction(writer, work);
      } finally {
        warnIfHeldLong(log, entry, startedAt);
      }
    });
  }

  const read: RunStatement = (text, values) => runOnPlainSqlite(reader, text, values);
  const assertOpen = () => {
    if (!hasOpenTransaction(writer)) throw notInTransaction();
  };
  const runIn: Engine['runIn'] = async (manager, text, values) => {
    assertOpen();
    return runOnPlainSqlite(manager, text, values);
  };
  return {
    ...sqliteReadings(connections, log, read, { readsAtOnce: false }),
    assertOpen,
    runIn,
    ...withoutPipelining(runIn),
    changeEachIn: async (manager, ...change) => {
      assertOpen();
      return changeEachOnPlainSqlite(manager, ...change);
    },
    transaction,
    commitWorks: RUN_IMMEDIATELY,
    append: (name, work) =>
      transaction({ name, isAlone: false, mayTakeLong: false, isRepeatable: true }, (manager) =>
        work((text, values) => runOnPlainSqlite({ query: (...query) => manager.query(...query) }, text, values)),
      ),
  };
}

async function inTransaction<T>(writer: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = writer.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(TAKE_WRITE_LOCK);
    const result = await work(runner.manager);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await rollBack(runner);
    if (isDiskFull(error)) await runner.query(FREE_LOG_SPACE).catch(() => undefined);
    throw classifyDatabaseError(error, 'sqlite');
  }
}

/** A full disk makes SQLite end the transaction itself, and ROLLBACK then fails; that must not hide the first error. */
async function rollBack(runner: QueryRunner): Promise<void> {
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch {
    // TypeORM still counts the transaction as open, so an empty one is begun for TypeORM to end.
    await runner.query('BEGIN').catch(() => undefined);
    await runner.rollbackTransaction().catch(() => undefined);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { getOrMake } from '../../get-or-make.ts';
import type { CoreLog } from '../../log.ts';
import { ReadingWarnings, SINGLE_READ } from '../readings/reading-warnings.ts';
import { driverCodeOf, withClassifiedErrors } from '../sql/constraint-errors.ts';
import { GroupCommit, type GroupStatements } from '../transactions/group-commit.ts';
import { notInTransaction } from '../transactions/not-in-transaction.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { FREE_LOG_SPACE, isDiskFull } from './full-disk.ts';
import { hasOpenTransaction, runOnSqlite } from './sqlite-statements.ts';

/** SQLite by prepared statements on the driver's own handles; writers that wait at the same time share a commit. */
export function sqliteEngine(connections: Connections, log: CoreLog): Engine {
  const { writer, reader, readerThreads } = connections;
  const warnings = new ReadingWarnings(log);
  const group = new GroupCommit(groupStatements(writer), log);

  const assertOpen = () => {
    if (!hasOpenTransaction(writer)) throw notInTransaction();
  };
  /** The writer's memory holds the pages that it committed; its open transaction must not be seen. */
  const read: RunStatement = (text, values) =>
    runOnSqlite(hasOpenTransaction(writer) ? reader : writer, text, values, { readsOnly: true });
  const runIn: Engine['runIn'] = async (_manager, text, values) => {
    assertOpen();
    return runOnSqlite(writer, text, values);
  };
  const transaction: Engine['transaction'] = (entry, work) =>
    withClassifiedErrors('sqlite', () => group.enter(entry, () => work(writer.createQueryRunner().manager)));

  return {
    read: warnings.ofSlow(SINGLE_READ, read),
    readFor({ kind, name }, company) {
      const onLoop = warnings.ofSlow(name, read);
      // Handing a quick read over to a thread would take longer than the read.
      if (kind === 'list' || readerThreads === null) return onLoop;
      return (text, values) => readerThreads.read({ name, company, text, values }, onLoop);
    },
    assertOpen,
    runIn,
    transaction,
    autocommit: (name, text, values) =>
      transaction({ name, isAlone: false, mayTakeLong: false }, (manager) => runIn(manager, text, values)),
  };
}

const runners = new WeakMap<DataSource, QueryRunner>();

/** On SQLite TypeORM always returns the same runner. Each call gives the runner a new manager, so it is called once. */
function onlyRunner(writer: DataSource): QueryRunner {
  return getOrMake(runners, writer, () => writer.createQueryRunner());
}

/** How long a write waits for another program that holds the file, and how long between two tries. */
const BUSY_FOR_MS = 5_000;
const TRY_AGAIN_MS = 25;

/** Waits beside the event loop: the driver's own wait would stop everything else of this process. */
async function beginWhenFree(begin: () => Promise<void>): Promise<void> {
  const last = performance.now() + BUSY_FOR_MS;
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!driverCodeOf(error).startsWith('SQLITE_BUSY') || performance.now() > last) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/**
 * Sends BEGIN IMMEDIATE, which TypeORM cannot: without it, a write after a read fails at once if another process has
 * written in between. The runner's two fields are then set as its own `startTransaction` would set them.
 */
function groupStatements(writer: DataSource): GroupStatements {
  const run = async (text: string) => void (await runOnSqlite(writer, text));
  const mark = (isTransactionActive: boolean, transactionDepth: number) => {
    Object.assign(onlyRunner(writer), { isTransactionActive, transactionDepth });
  };
  return {
    async begin() {
      await beginWhenFree(() => run('BEGIN IMMEDIATE'));
      mark(true, 1);
    },
    async commit() {
      await run('COMMIT');
      mark(false, 0);
    },
    async rollBack(cause) {
      mark(false, 0);
      // A full disk makes SQLite end the transaction itself, and ROLLBACK then fails.
      await run('ROLLBACK').catch(() => undefined);
      if (isDiskFull(cause)) await run(FREE_LOG_SPACE).catch(() => undefined);
    },
    async beginMember() {
      await run('SAVEPOINT member');
      mark(true, 1);
    },
    endMember: () => run('RELEASE member'),
    async undoMember() {
      await run('ROLLBACK TO member');
      await run('RELEASE member');
    },
  };
}

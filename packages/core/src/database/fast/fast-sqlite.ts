import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { getOrMake } from '../../get-or-make.ts';
import type { CoreLog } from '../../log.ts';
import { classifyDatabaseError, withClassifiedErrors } from '../constraint-errors.ts';
import type { Connections } from '../data-source.ts';
import type { ChangeEach, Engine } from '../engine.ts';
import { FREE_LOG_SPACE, isDiskFull } from '../full-disk.ts';
import { notInTransaction } from '../not-in-transaction.ts';
import { type RawRow, type SqlValue, sqliteValue } from '../sql.ts';
import { hasOpenTransaction } from '../sqlite-handle.ts';
import { sqliteReadings } from '../sqlite-readings.ts';
import { withoutPipelining } from '../without-pipelining.ts';
import { GroupCommit, type GroupStatements } from './group-commit.ts';
import { SharedReads } from './shared-reads.ts';
import { changeEachOnSqlite, runOnSqlite } from './sqlite-statements.ts';

/**
 * SQLite on the driver's own handle: statements are prepared once (saves a third of a small request), reads of one turn
 * share a read transaction (saves two thirds of a look-up by key), writes of one turn share a commit (four times the
 * small requests per second).
 */
export function fastSqlite(connections: Connections, log: CoreLog): Engine {
  const { writer } = connections;
  const reads = new SharedReads(connections, log);
  const group = new GroupCommit(groupStatements(writer, reads), log);

  const assertOpen = () => {
    if (!hasOpenTransaction(writer)) throw notInTransaction();
  };

  async function runIn(manager: EntityManager, text: string, values: readonly SqlValue[]): Promise<RawRow[]> {
    assertOpen();
    try {
      // TypeORM 1 also calls it `dataSource`; TypeORM 0.3 has only this name.
      return runOnSqlite(manager.connection, text, values.map(sqliteValue));
    } catch (error) {
      throw classifyDatabaseError(error, 'sqlite');
    }
  }

  async function changeEachIn(manager: EntityManager, ...[text, lists]: Parameters<ChangeEach>): Promise<number[]> {
    assertOpen();
    try {
      return changeEachOnSqlite(
        manager.connection,
        text,
        lists.map((values) => values.map(sqliteValue)),
      );
    } catch (error) {
      throw classifyDatabaseError(error, 'sqlite');
    }
  }

  const transaction: Engine['transaction'] = (entry, work) =>
    withClassifiedErrors('sqlite', () => group.enter(entry, () => work(writer.createQueryRunner().manager)));

  async function read(text: string, values: readonly SqlValue[]): Promise<RawRow[]> {
    try {
      return runOnSqlite(reads.connection(), text, values.map(sqliteValue), true);
    } catch (error) {
      throw classifyDatabaseError(error, 'sqlite');
    }
  }

  return {
    ...sqliteReadings(connections, log, read, { readsAtOnce: true }),
    assertOpen,
    runIn,
    ...withoutPipelining(runIn),
    changeEachIn,
    transaction,
    commitWorks: group.works,
    append: (name, work) =>
      transaction({ name, isAlone: false, mayTakeLong: false, isRepeatable: true }, (manager) =>
        work((text, values) => runIn(manager, text, values)),
      ),
  };
}

const runners = new WeakMap<DataSource, QueryRunner>();

/** On SQLite TypeORM always returns the same runner. Each call gives the runner a new manager, so it is called once. */
function onlyRunner(writer: DataSource): QueryRunner {
  return getOrMake(runners, writer, () => writer.createQueryRunner());
}

/**
 * Sends BEGIN IMMEDIATE, which TypeORM cannot: without it, a write after a read fails at once if another process has
 * written in between. The runner's two fields are then set as its own `startTransaction` would set them.
 */
function groupStatements(writer: DataSource, reads: SharedReads): GroupStatements {
  const run = async (text: string) => void runOnSqlite(writer, text, []);
  const mark = (isTransactionActive: boolean, transactionDepth: number) => {
    Object.assign(onlyRunner(writer), { isTransactionActive, transactionDepth });
  };
  return {
    async begin() {
      reads.beginWrite();
      await run('BEGIN IMMEDIATE');
      mark(true, 1);
    },
    async commit() {
      await run('COMMIT');
      mark(false, 0);
      reads.endWrite();
    },
    async rollBack(cause) {
      mark(false, 0);
      // A full disk makes SQLite end the transaction itself, and ROLLBACK then fails.
      await run('ROLLBACK').catch(() => undefined);
      reads.endWrite();
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

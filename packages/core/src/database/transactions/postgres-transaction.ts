import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { type PgConnection, runOnPostgres } from '../connect/postgres-statements.ts';
import { StatementError, withClassifiedErrors } from '../sql/constraint-errors.ts';
import type { RawRow, SqlValue } from '../sql/sql.ts';
import { notInTransaction } from './not-in-transaction.ts';

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

/** What `startTransaction` takes; undefined for the default of the connection. */
type OwnIsolation = 'READ COMMITTED' | undefined;

const known = new WeakMap<DataSource, Promise<OwnIsolation>>();

/**
 * The isolation level that our transactions must ask for. They wait for a row's lock and then read what the other
 * transaction has committed, which PostgreSQL refuses at a stricter level. A role, a database or a host's DataSource may
 * have a stricter default. It is looked up once, because asking for a level costs each transaction a statement.
 */
function ownIsolation(runner: QueryRunner): Promise<OwnIsolation> {
  // TypeORM 1 also calls it `dataSource`; TypeORM 0.3 has only this name.
  const source = runner.connection;
  const before = known.get(source);
  if (before !== undefined) return before;
  const level = lookUp(runner, source);
  known.set(source, level);
  level.catch(() => known.delete(source));
  return level;
}

async function lookUp(runner: QueryRunner, { options }: DataSource): Promise<OwnIsolation> {
  if ('isolationLevel' in options && options.isolationLevel !== undefined) return 'READ COMMITTED';
  const [row] = await runner.query("SELECT current_setting('default_transaction_isolation') AS level");
  return row?.level === 'read committed' ? undefined : 'READ COMMITTED';
}

/** Runs a statement of ours on the connection of an open transaction. */
export async function runInPostgres(
  { queryRunner }: EntityManager,
  text: string,
  values: readonly SqlValue[] = [],
  how: { readonly isNamed?: boolean } = {},
): Promise<RawRow[]> {
  const client: PgConnection = await withClassifiedErrors('postgres', () => (queryRunner as QueryRunner).connect());
  return runOnPostgres(client, text, values, how);
}

/**
 * The limits hold for this transaction only, and never exceed what the connection, its role or the host has set. A
 * limit set on the connection would stay there, and behind a pooler it would apply to another client's statements.
 */
const LIMIT_TRANSACTION = `SELECT set_config('transaction_read_only', 'on', true), set_config('statement_timeout', CASE
  WHEN current_setting('statement_timeout')::interval > interval '0'
    AND current_setting('statement_timeout')::interval < $1::text::interval
  THEN current_setting('statement_timeout') ELSE $1::text END, true)`;

/** Runs a statement on PostgreSQL in a read-only transaction; the server stops the statement after `seconds`. */
export async function runWithTimeLimit(
  on: EntityManager,
  seconds: number,
  text: string,
  values: readonly SqlValue[],
): Promise<RawRow[]> {
  return inPostgresTransaction(on, async (manager) => {
    await manager.query(LIMIT_TRANSACTION, [`${Math.max(Math.round(seconds * 1_000), 1)}ms`]);
    return runInPostgres(manager, text, values);
  });
}

/**
 * Lets a transaction pause between two statements for as long as its caller takes: to write to a slow disk, or to read
 * a slow source.
 */
export async function allowPauses(manager: EntityManager): Promise<void> {
  await manager.query('SET LOCAL idle_in_transaction_session_timeout = 0');
}

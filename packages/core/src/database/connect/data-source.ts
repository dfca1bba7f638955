import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { invalidOption } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { ThreadData } from '../readings/reader-thread.ts';
import { ReaderThreads } from '../readings/reader-threads.ts';
import { DEFAULT_READ_SECONDS, type Reading } from '../readings/reading.ts';
import { inPostgresSnapshot, inSqliteSnapshot } from '../readings/snapshot.ts';
import { withClassifiedErrors } from '../sql/constraint-errors.ts';
import type { DatabaseConnection, Dialect, PostgresConnection } from '../sql/dialect.ts';
import type { RunStatement } from './engine.ts';
import { logPagesFor } from './full-disk.ts';
import { guardedClient } from './guarded-client.ts';
import { loadPg, requireSqlite } from './optional-package.ts';
import { runOnSqlite } from './sqlite-statements.ts';

/** The connections that core uses. On PostgreSQL reader and writer are one pool. */
export interface Connections {
  readonly dialect: Dialect;
  readonly writer: DataSource;
  readonly reader: DataSource;
  /** How long a long reading may take. */
  readonly readSeconds: number;
  /** Whether the connections to PostgreSQL keep statements prepared; false for a host's, which may lead to a pooler. */
  readonly namedStatements?: boolean;
  /** Threads for long readings; null on PostgreSQL. */
  readonly readerThreads: ReaderThreads | null;
  /** Runs `work` on one committed state; it delays no writer. */
  snapshot<T>(work: (run: RunStatement) => Promise<T>): Promise<T>;
  /** With a replica: runs the statements of a reading there or by `onPrimary`. */
  readonly readFor?: (reading: Reading, onPrimary: RunStatement) => RunStatement;
  /** Closes the connections that core opened, never the host's. */
  close(): Promise<void>;
}

/** By default TypeORM's statement cache drops the oldest of 100 texts; we have more. */
const STATEMENT_CACHE_SIZE = 500;
/**
 * How much of the file a connection caches in memory. better-sqlite3's default of 16 MB would fill up on each
 * connection, while the operating system mostly has the pages anyway. The reader is used only while a transaction is
 * open.
 */
const SQLITE_CACHE_KB = { writer: 8_000, reader: 2_000 };
const SQLITE_BUSY_TIMEOUT_MS = 5_000;
/** How long a statement on the event loop may wait for another program; a write then waits beside the loop. */
const SQLITE_LOOP_BUSY_MS = 10;
const POSTGRES_CONNECT_TIMEOUT_MS = 5_000;
/** The server's own limits: for one statement, and for a transaction that is idle. */
const POSTGRES_STATEMENT_TIMEOUT_MS = 60_000;
/**
 * How long a connection lives. Its prepared statements keep their plans, and one that was made while a table was small
 * would read all of a table that has grown since, until PostgreSQL analyses the table.
 */
const POSTGRES_PLANS_FOR_SECONDS = 60;
/** Longer than any statement may take, so a healthy connection is never silent for longer. */
const POSTGRES_SILENT_MS = POSTGRES_STATEMENT_TIMEOUT_MS + 10_000;

interface OpenOptions {
  readonly readSeconds: number;
  /**
   * True for a core: none of its connections to PostgreSQL leads to a standby, or waits long for a silent server. False
   * for a task that must be alone on the database, or only reads it.
   */
  readonly isForManyCalls: boolean;
}

/**
 * Opens core's own connections to a database; on SQLite writer and reader are separate, so that reads do not see an
 * open transaction. Throws `database_unavailable`.
 */
export async function openConnections(
  connection: DatabaseConnection,
  entities: readonly EntitySchema[],
  log: CoreLog,
  options: OpenOptions = { readSeconds: DEFAULT_READ_SECONDS, isForManyCalls: false },
): Promise<Connections> {
  return withClassifiedErrors(connection.type, () => open(connection, entities, log, options));
}

async function open(
  connection: DatabaseConnection,
  entities: readonly EntitySchema[],
  log: CoreLog,
  { readSeconds, isForManyCalls }: OpenOptions,
): Promise<Connections> {
  if (connection.type === 'postgres') {
    const poolOptions = await postgresPoolOptions(connection, entities, log, { isForManyCalls });
    const pool = new DataSource(poolOptions);
    await pool.initialize();
    return {
      dialect: 'postgres',
      writer: pool,
      reader: pool,
      readSeconds,
      readerThreads: null,
      namedStatements: connection.namedStatements ?? true,
      snapshot: (work) => inPostgresSnapshot(pool.manager, work),
      close: () => pool.destroy(),
    };
  }
  await requireSqlite();
  const writer = new DataSource(sqliteOptions(connection.path, entities));
  await writer.initialize();
  const readOnly = {
    ...sqliteOptions(connection.path, entities, SQLITE_CACHE_KB.reader),
    readonly: true,
    fileMustExist: true,
    enableWAL: false,
    timeout: SQLITE_LOOP_BUSY_MS,
  };
  const reader = new DataSource(readOnly);
  try {
    assertWritable(connection.path);
    await reader.initialize();
    await runOnSqlite(writer, `PRAGMA busy_timeout = ${SQLITE_LOOP_BUSY_MS}`);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const readerThreads = new ReaderThreads(threadData(connection.path), readSeconds, log);
  const closing = new AbortController();
  return {
    dialect: 'sqlite',
    writer,
    reader,
    readSeconds,
    readerThreads,
    snapshot: (work) => inSqliteSnapshot(new DataSource({ ...readOnly, entities: [] }), closing.signal, work),
    close: async () => {
      closing.abort();
      await readerThreads.close();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** The path is made absolute, because the process may change its working directory before a thread starts. */
const threadData = (path: string): ThreadData => ({
  path: resolve(path),
  busyTimeoutMs: SQLITE_BUSY_TIMEOUT_MS,
  cacheKb: SQLITE_CACHE_KB.reader,
});

/** SQLite opens a file without write permission and would then refuse each write, so it is checked first. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw Object.assign(new Error('The database file may only be read.', { cause }), { code: 'SQLITE_READONLY' });
  }
}

/** Accepts a host's DataSource: PostgreSQL only, because on SQLite its transactions and ours would mix. */
export function hostConnections(dataSource: DataSource, readSeconds: number): Connections {
  if (dataSource.options.type !== 'postgres') {
    throw invalidOption(
      'createCore({ dataSource }) takes a PostgreSQL DataSource. For SQLite pass { database: { type: "sqlite", path } }, so that Shaon has connections of its own.',
    );
  }
  if (!dataSource.isInitialized) {
    throw invalidOption(
      'createCore({ dataSource }) takes an initialized DataSource: await dataSource.initialize() first.',
    );
  }
  const size = poolSizeOf(dataSource);
  if (size < MIN_POOL_SIZE) {
    throw invalidOption(
      `createCore({ dataSource }) needs a pool of at least ${MIN_POOL_SIZE} connections, and this one has ${size}: what reads beside an open transaction would wait forever. Give the DataSource a poolSize.`,
    );
  }
  return {
    dialect: 'postgres',
    writer: dataSource,
    reader: dataSource,
    readSeconds,
    readerThreads: null,
    snapshot: (work) => inPostgresSnapshot(dataSource.manager, work),
    close: async () => {},
  };
}

/** One for a transaction, one for a read at the same time. */
export const MIN_POOL_SIZE = 2;

/** How many connections a PostgreSQL DataSource may have, whichever option sets it. */
export function poolSizeOf(dataSource: DataSource): number {
  const { master } = dataSource.driver as PostgresDriver;
  const { max } = (master as { readonly options?: { readonly max?: number } }).options ?? {};
  return max ?? Number.POSITIVE_INFINITY;
}

/** Options for a connection that only migrates: no entities, and no time limit, because indexing may take long. */
export async function migrationOptions(connection: DatabaseConnection, log: CoreLog) {
  if (connection.type === 'sqlite') {
    await requireSqlite();
    return sqliteOptions(connection.path, []);
  }
  const { default: pg } = await loadPg(() => import('pg'));
  const Client: object = guardedClient(pg.Client, log);
  return { ...postgresOptions(connection, [], log), extra: { keepAlive: true, Client } };
}

function sqliteOptions(path: string, entities: readonly EntitySchema[], cacheKb = SQLITE_CACHE_KB.writer) {
  return {
    type: 'better-sqlite3' as const,
    database: path,
    entities: [...entities],
    enableWAL: true,
    timeout: SQLITE_BUSY_TIMEOUT_MS,
    statementCacheSize: STATEMENT_CACHE_SIZE,
    prepareDatabase(database: { pragma(text: string): void }) {
      // better-sqlite3 is compiled to use NORMAL on a file that is in WAL mode already.
      database.pragma('synchronous = FULL');
      // Pages of a group's savepoints stay in memory: a temporary file took half of a write's time in the kernel.
      database.pragma('temp_store = MEMORY');
      database.pragma(`cache_size = -${cacheKb}`);
      database.pragma(`wal_autocheckpoint = ${logPagesFor(path)}`);
    },
  };
}

/** Options of a pool. */
export async function postgresPoolOptions(
  connection: PostgresConnection,
  entities: readonly EntitySchema[],
  log: CoreLog,
  { isForManyCalls }: Pick<OpenOptions, 'isForManyCalls'>,
): Promise<Extract<DataSourceOptions, { type: 'postgres' }>> {
  const options = postgresOptions(connection, entities, log);
  const { default: pg } = await loadPg(() => import('pg'));
  const guards = isForManyCalls ? { silentMs: POSTGRES_SILENT_MS, refusesStandby: true } : {};
  const Client = guardedClient(pg.Client, log, guards);
  return { ...options, extra: { ...options.extra, maxLifetimeSeconds: POSTGRES_PLANS_FOR_SECONDS, Client } };
}

function postgresOptions(connection: PostgresConnection, entities: readonly EntitySchema[], log: CoreLog) {
  return {
    type: 'postgres' as const,
    url: connection.url,
    entities: [...entities],
    poolSize: connection.poolSize ?? 10,
    connectTimeoutMS: POSTGRES_CONNECT_TIMEOUT_MS,
    applicationName: 'shaon',
    poolErrorHandler: guardedHandler(log, 'a lost database connection', (error: unknown) => {
      const code = (error as { code?: unknown } | undefined)?.code ?? 'unknown';
      log.warn({ driverCode: code }, 'A database connection was lost');
    }),
    extra: {
      ...((connection.timeouts ?? true) && {
        statement_timeout: POSTGRES_STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: POSTGRES_STATEMENT_TIMEOUT_MS,
      }),
      keepAlive: true,
      keepAliveInitialDelayMillis: POSTGRES_STATEMENT_TIMEOUT_MS,
    },
  };
}

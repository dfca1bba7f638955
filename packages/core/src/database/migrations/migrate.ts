import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { invalidOption, ShaonError } from '../../errors.ts';
import { type CoreLog, silentLog } from '../../log.ts';
import { migrationOptions } from '../connect/data-source.ts';
import { classifyDatabaseError } from '../sql/constraint-errors.ts';
import type { DatabaseConnection, Dialect } from '../sql/dialect.ts';

/** One step of a schema: explicit statements for either database. */
export interface Migration {
  readonly name: string;
  /** Epoch milliseconds; orders the steps. */
  readonly timestamp: number;
  readonly statements: Readonly<Record<Dialect, readonly string[]>>;
}

/** The key of the advisory lock on PostgreSQL that serialises the migrators of all our packages: "shaon" in ASCII. */
export const MIGRATION_LOCK = 0x7368_616f_6e;

/** The name in the ledger; TypeORM requires the timestamp at its end. */
export function migrationName(migration: Migration): string {
  return `${migration.name}${migration.timestamp}`;
}

/**
 * Throws `schema_outdated` if a ledger has migrations that this version does not know and that are older than its own:
 * they were never released, so no version has steps that begin there.
 */
export function assertNoEarlierCommit(applied: readonly string[], migrations: readonly Migration[]): void {
  const names = migrations.map(migrationName);
  const newest = Math.max(...migrations.map(({ timestamp }) => timestamp));
  const earlier = applied.filter((name) => !names.includes(name) && Number(/\d+$/.exec(name)?.[0]) <= newest);
  if (earlier.length === 0) return;
  throw new ShaonError(
    'schema_outdated',
    'The database was made by an earlier commit and cannot be migrated. Export its companies with that commit and import them into a new database; the file of a demo may be deleted.',
    { unknown: earlier },
  );
}

/**
 * Brings a schema up to date, with its own ledger; returns the names of the migrations that it ran, none when the
 * schema was up to date. Those of an older schema are logged as they begin, because each may take minutes. Several
 * processes may call it at once: an advisory lock on PostgreSQL, and the file lock on SQLite, makes them take turns. It
 * connects by the connection's fields, never by a host's DataSource. Throws `options_invalid` for a new database that
 * cannot store every text, and as `assertNoEarlierCommit` says.
 */
export async function runMigrations(
  connection: DatabaseConnection,
  ledger: string,
  migrations: readonly Migration[],
  log: CoreLog = silentLog,
): Promise<string[]> {
  // A new database has no rows, so none of its steps takes long.
  let isNew = false;
  const onStep = (migration: Migration) => {
    isNew ||= migration === migrations[0];
    if (!isNew) log.info({ migration: migrationName(migration) }, 'Migrating');
  };
  const steps = migrations.map((migration) => migrationClass(migration, connection.type, onStep));
  return withMigrator(connection, log, { migrations: steps, migrationsTableName: ledger }, async (dataSource) => {
    await assertUnicode(dataSource, ledger);
    await assertMigratable(dataSource, ledger, migrations);
    const applied = await dataSource.runMigrations({ transaction: 'all' });
    return applied.map((migration) => migration.name);
  });
}

/** A DataSource for work on the schema, closed after the work. On PostgreSQL it holds the lock of all migrators. */
async function withMigrator<T>(
  connection: DatabaseConnection,
  log: CoreLog,
  own: { readonly migrations?: (new () => MigrationInterface)[]; readonly migrationsTableName?: string },
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource({ ...(await migrationOptions(connection, log)), ...own });
  try {
    await dataSource.initialize();
    return await underLock(dataSource, log, () => work(dataSource));
  } catch (error) {
    throw classifyDatabaseError(error, connection.type);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/**
 * PostgreSQL refuses Hebrew in a database of LATIN1, and in one of SQL_ASCII, which `initdb` makes without a locale, it
 * knows no letters. A database that has its tables already is still migrated, because refusing that would help nobody.
 */
async function assertUnicode(dataSource: DataSource, ledger: string): Promise<void> {
  if (dataSource.options.type !== 'postgres') return;
  const [{ encoding, is_new }] = await dataSource.query<[{ encoding: string; is_new: boolean }]>(
    "SELECT current_setting('server_encoding') AS encoding, to_regclass($1) IS NULL AS is_new",
    [ledger],
  );
  if (encoding === 'UTF8' || !is_new) return;
  throw invalidOption(
    `The database has the encoding ${encoding}, and needs UTF8. Make it with createdb --encoding=UTF8 --template=template0.`,
  );
}

async function assertMigratable(
  dataSource: DataSource,
  ledger: string,
  migrations: readonly Migration[],
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable(ledger))) return;
    const applied = await dataSource.query<{ name: string }[]>(`SELECT name FROM "${ledger}"`);
    assertNoEarlierCommit(
      applied.map(({ name }) => name),
      migrations,
    );
  } finally {
    await runner.release();
  }
}

async function underLock<T>(dataSource: DataSource, log: CoreLog, work: () => Promise<T>): Promise<T> {
  if (dataSource.options.type !== 'postgres') return work();
  const holder = dataSource.createQueryRunner();
  try {
    const [{ isFree }] = await holder.query('SELECT pg_try_advisory_lock($1) AS "isFree"', [MIGRATION_LOCK]);
    if (!isFree) {
      log.info({}, 'Waiting for another process that migrates');
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    return await work();
  } finally {
    await holder.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await holder.release();
  }
}

function migrationClass(
  migration: Migration,
  dialect: Dialect,
  onStep: (migration: Migration) => void,
): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = migrationName(migration);

    async up(runner: QueryRunner): Promise<void> {
      onStep(migration);
      for (const statement of migration.statements[dialect]) await runner.query(statement);
    }

    /** Schemas only go forward; to go back, restore a backup (docs/maintenance.md). */
    async down(): Promise<void> {
      throw new Error('Shaon migrations cannot be reverted; restore a backup instead.');
    }
  };
}

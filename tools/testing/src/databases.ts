import { type Dialect, testedDialects } from './dialects.ts';
import type { Connection, FreshDatabase, Migrate } from './fresh-database.ts';
import { checkKeptKeys } from './kept-keys.ts';
import { checkKeptSearch } from './kept-search.ts';
import { withOpened } from './opened-database.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { createSqliteDatabase } from './sqlite-database.ts';
import { checkStoredCounts } from './stored-counts.ts';

export interface TestDatabase {
  readonly type: Dialect;
  /** Available from the suite's first hook on, but not in the body of a `describe`. */
  connection(): Connection;
}

export interface OnEachDatabaseOptions {
  /**
   * Runs once per process, on a template from which each suite's database is copied. Pass the same function object
   * everywhere, because each function has its own template.
   */
  readonly migrate?: Migrate;
  /** The database of the suite; both by default. */
  readonly only?: Dialect;
}

/**
 * A `describe` per database, each with a fresh database of its own: empty, or migrated when `migrate` is given. It is
 * dropped after the suite, but kept if a test failed.
 */
export function onEachDatabase(title: string, body: (database: TestDatabase) => void): void;
export function onEachDatabase(
  title: string,
  options: OnEachDatabaseOptions,
  body: (database: TestDatabase) => void,
): void;
export function onEachDatabase(
  title: string,
  second: OnEachDatabaseOptions | ((database: TestDatabase) => void),
  third?: (database: TestDatabase) => void,
): void {
  const options = typeof second === 'function' ? {} : second;
  const body = typeof second === 'function' ? second : third;
  if (body === undefined) throw new TypeError(`onEachDatabase('${title}', …) was given no function`);
  const dialects = testedDialects().filter((type) => options.only === undefined || options.only === type);
  for (const type of dialects) describe(`${title} (${type})`, () => suite(type, options, body));
}

/** One more database, for a test that needs two. The test drops it. */
export async function createTestDatabase(type: Dialect, options: OnEachDatabaseOptions = {}): Promise<FreshDatabase> {
  return type === 'sqlite'
    ? await createSqliteDatabase(options.migrate)
    : await createPostgresDatabase(options.migrate);
}

const HOW_LONG: Record<Dialect, string> = {
  sqlite: '',
  postgres: process.env.SHAON_TEST_KEEP === '1' ? '' : ' (till the run ends; with SHAON_TEST_KEEP=1 till Ctrl-C)',
};

function suite(type: Dialect, options: OnEachDatabaseOptions, body: (database: TestDatabase) => void): void {
  let fresh: FreshDatabase | undefined;

  before('make a database', async function () {
    this.timeout(60_000);
    fresh = await createTestDatabase(type, options);
  });

  body({
    type,
    connection() {
      if (fresh === undefined)
        throw new Error('The database is made in a before hook: ask for it in a hook or a test.');
      return fresh.connection;
    },
  });

  // Registered last, so that the suite closes its connections first.
  after('drop the database', async function () {
    if (fresh === undefined) return;
    if (hasFailed(this.test?.parent)) {
      fresh.keep();
      console.error(`    The database of the failed test is kept: ${fresh.name}${HOW_LONG[type]}`);
    } else {
      await withOpened(fresh.connection, async (opened) => {
        await checkStoredCounts(opened);
        await checkKeptSearch(opened);
        await checkKeptKeys(opened);
      });
      await fresh.drop();
    }
  });
}

function hasFailed(suite: Mocha.Suite | undefined): boolean {
  let failed = false;
  suite?.eachTest((test) => {
    failed ||= test.state === 'failed';
  });
  return failed;
}

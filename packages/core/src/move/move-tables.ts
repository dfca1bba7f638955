import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { assertStillActive } from '../accounts/account-rules.ts';
import { openConnections } from '../database/connect/data-source.ts';
import { Database } from '../database/database.ts';
import { assertCoreSchema } from '../database/migrations/index.ts';
import { type AllCompanies, isEmpty } from '../database/sql/all-companies.ts';
import { insertWholeRows } from '../database/sql/bulk-rows.ts';
import { type DatabaseConnection, DIFFERENCES } from '../database/sql/dialect.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import type { StoredTable } from '../database/sql/table.ts';
import { CORE_TABLES } from '../entities.ts';
import { stateConflict } from '../errors.ts';
import { leaveDocumentTable } from '../leave/leave-document.ts';
import type { CoreLog } from '../log.ts';
import { secretTable } from '../secrets/secret.ts';
import { continueAfter, lastIdOf } from './id-sequences.ts';
import { assertStillAlone, lockTablesExclusively } from './lock-tables.ts';

/** Two databases of one schema. */
interface TwoDatabases {
  readonly from: DatabaseConnection;
  readonly to: DatabaseConnection;
  /** The tables of another package, each after those that it refers to. */
  readonly added: {
    readonly tables: readonly StoredTable[];
    /** Throws unless a database has this version's tables. */
    readonly assertSchema: (database: Database) => Promise<void>;
  };
  readonly log: CoreLog;
  readonly onProgress?: ((progress: TableProgress) => void) | undefined;
}

/** The progress of a table. */
export interface TableProgress {
  readonly table: string;
  readonly rows: number;
  readonly isDone: boolean;
}

/** A table's tallies in both databases. */
export interface TableComparison {
  readonly table: string;
  readonly from: Tally;
  readonly to: Tally;
  readonly isEqual: boolean;
}

/** Compares the tallies of a table in two databases. */
function comparisonOf(table: string, from: Tally, to: Tally): TableComparison {
  return { table, from, to, isEqual: from.rows === to.rows && from.checksum === to.checksum };
}

/** Tables that migrating and opening a new database fill; the moved rows replace theirs. */
const MADE_BY_MIGRATING: readonly string[] = [secretTable.name];

interface Open {
  readonly all: AllCompanies;
  readonly manager: EntityManager;
}

/**
 * Copies every row of an installation into an empty, migrated database of the same schema: complete, with ids, digests,
 * password hashes and ciphertexts unchanged, in one transaction of the target, and reads the target again before the
 * commit. Both databases are locked meanwhile. Throws `state_conflict` if the target has rows, another process uses one
 * of them or begins to use the source, or the copy differs; the target then stays as it was.
 */
export async function moveTables(request: TwoDatabases): Promise<readonly TableComparison[]> {
  const { from, to, added } = request;
  const tables = [...CORE_TABLES, ...added.tables];
  return withDatabase(from, request, (source) =>
    withDatabase(to, request, (target) =>
      inTransaction(source, 'move.from', async (read) => {
        await lockTablesExclusively(read, tables, 'the source database');
        return inTransaction(target, 'move.to', async (written) => {
          await lockTablesExclusively(written, tables, 'the target database');
          await assertEmpty(written.all, tables);
          const compared = await copyAll(read, written, tables, request.onProgress);
          // One that was started meanwhile waits for the locks, and would then write to the source only.
          await assertStillAlone(read.all, 'the source database');
          return compared;
        });
      }),
    ),
  );
}

async function withDatabase<T>(
  connection: DatabaseConnection,
  { log, added }: Pick<TwoDatabases, 'log' | 'added'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const connections = await openConnections(connection, [], log);
  const database = new Database(connections, log, assertStillActive);
  try {
    await assertCoreSchema(database);
    await added.assertSchema(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

function inTransaction<T>(database: Database, name: string, work: (open: Open) => Promise<T>): Promise<T> {
  return database.unitOfWork.transaction({ name, isAlone: true, mayTakeLong: true }, (manager) =>
    work({ manager, all: database.withinAllCompanies(manager) }),
  );
}

async function assertEmpty(all: AllCompanies, tables: readonly StoredTable[]): Promise<void> {
  for (const table of tables) {
    if (MADE_BY_MIGRATING.includes(table.name)) continue;
    if (await isEmpty(all, table)) continue;
    throw stateConflict(`The target database holds rows in ${table.name}. Name an empty one.`);
  }
}

async function copyAll(
  read: Open,
  written: Open,
  tables: readonly StoredTable[],
  onProgress: TwoDatabases['onProgress'],
): Promise<TableComparison[]> {
  const { statisticsOf, readByKey } = DIFFERENCES[written.all.dialect];
  for (const text of readByKey) await written.manager.query(text);
  const compared: TableComparison[] = [];
  for (const table of tables) {
    if (MADE_BY_MIGRATING.includes(table.name)) await written.all.run(everyCompanySql`DELETE FROM ${table}`);
    const reportRows = (rows: number) => onProgress?.({ table: table.name, rows, isDone: false });
    // A table that fails at its first rows is named by this.
    reportRows(0);
    const from = await tallyOf(read.all, table, reportRows, (rows) => insertWholeRows(written.all, table, rows));
    await continueAfter(written, table, await lastIdOf(read.all, table));
    // Without statistics, the references of the next tables would be checked as if this table were empty.
    if (statisticsOf !== null) await written.manager.query(statisticsOf([table]));
    const to = await tallyOf(written.all, table, reportRows);
    compared.push(comparisonOf(table.name, from, to));
    onProgress?.({ table: table.name, rows: from.rows, isDone: true });
  }
  const different = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table);
  if (different.length === 0) return compared;
  throw stateConflict(
    `The copy differs from its source in ${different.join(', ')}: nothing was written. Please report this.`,
    { compared },
  );
}

/** @param onPage is called with each page of rows */
async function tallyOf(
  all: AllCompanies,
  table: StoredTable,
  reportRows: (rows: number) => void,
  onPage?: (rows: readonly object[]) => Promise<void>,
): Promise<Tally> {
  const tally = new RowTally();
  for await (const rows of pagesOf(all, table)) {
    for (const row of rows) tally.add(table.valuesOf(row));
    await onPage?.(rows);
    reportRows(tally.total.rows);
  }
  return tally.total;
}

/** Rows read at once; one document may have 13 MB. */
const pageOf = (table: StoredTable): number => (table.name === leaveDocumentTable.name ? 1 : 500);

/** The rows of a table over all companies, ordered by its key. */
async function* pagesOf(all: AllCompanies, table: StoredTable): AsyncGenerator<readonly object[]> {
  // A table without an id has a name as its key.
  const hasId = table.properties.includes('id');
  const key = hasId ? 'id' : 'name';
  const page = pageOf(table);
  const statement = everyCompanySql`SELECT ${table.selection(all.dialect)} FROM ${table}
    WHERE "${key}" > $1 ORDER BY "${key}" LIMIT ${page}`;
  let after: string | number = hasId ? 0 : '';
  for (;;) {
    const raw = await all.run(statement, [after]);
    if (raw.length > 0) yield raw.map((row) => table.fromDatabase(row));
    if (raw.length < page) return;
    const last = raw.at(-1)?.[key];
    after = hasId ? Number(last) : String(last);
    await setImmediate();
  }
}

/** Six bytes of each digest, so that sums of two of them are exact numbers. */
const DIGEST_BYTES = 6;
const MODULUS = 2 ** (8 * DIGEST_BYTES);

/** The sum of a table's or a list's rows, independent of their order. */
export interface Tally {
  readonly rows: number;
  /** Twelve hexadecimal digits: equal when every cell of every row is. */
  readonly checksum: string;
}

/** Counts rows and sums up their digests, one row at a time. */
export class RowTally {
  #rows = 0;
  #sum = 0;

  /** @param cells the row's values in a fixed order, as JSON takes them; a Date counts as its instant */
  add(cells: unknown): void {
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest();
    this.#rows += 1;
    this.#sum = (this.#sum + digest.readUIntBE(0, DIGEST_BYTES)) % MODULUS;
  }

  get total(): Tally {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(2 * DIGEST_BYTES, '0') };
  }
}

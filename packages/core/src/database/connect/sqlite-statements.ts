import { getOrMake, getOrMakeUpTo } from '../../get-or-make.ts';
import { classifyDatabaseError } from '../sql/constraint-errors.ts';
import { type RawRow, rowsFromCells, type SqliteValue, type SqlValue, sqliteValue } from '../sql/sql.ts';

/** TypeORM's DataSource, of which the driver's own handle is used. */
export interface SqliteConnection {
  readonly driver: object;
}

/** The used part of a better-sqlite3 statement; its own types would have to be installed by every embedder. */
interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  /** Whether it leaves the database unchanged. */
  readonly readonly: boolean;
  /** Makes `all` give each row as a list of its cells. */
  raw(): this;
  columns(): readonly { readonly name: string }[];
  all(...values: readonly SqliteValue[]): unknown[][];
  run(...values: readonly SqliteValue[]): unknown;
}

interface Handle {
  readonly inTransaction: boolean;
  prepare(text: string): Statement;
}

interface Prepared {
  readonly statement: Statement;
  /** The names of the columns; null when the statement returns no rows. */
  readonly columns: readonly string[] | null;
  /** The number of the value for each `?`, from 1. */
  readonly valueNumbers: readonly number[];
}

/** Our texts are constant except for the filters of lists and the columns of changes: some hundreds. */
const MAX_PREPARED = 500;

const prepared = new WeakMap<Handle, Map<string, Prepared>>();

/**
 * Runs a statement with its `$1, $2, …` on the handle of TypeORM's connection, before the promise is returned. With
 * `readsOnly` a statement that writes is refused before it runs: outside a transaction its change would be committed
 * without waiting for the other writers.
 */
export async function runOnSqlite(
  connection: SqliteConnection,
  text: string,
  values: readonly SqlValue[] = [],
  { readsOnly = false } = {},
): Promise<RawRow[]> {
  try {
    const { statement, columns, valueNumbers } = preparedStatement(openHandleOf(connection), text);
    if (readsOnly && !statement.readonly) throw new TypeError('A statement that writes was given to a reader');
    const bound = valueNumbers.map((number) => sqliteValue(values[number - 1] as SqlValue));
    if (columns !== null) return rowsFromCells(columns, statement.all(...bound));
    statement.run(...bound);
    return [];
  } catch (error) {
    throw classifyDatabaseError(error, 'sqlite');
  }
}

/** Whether a transaction is open on the connection. SQLite may end one by itself, for example when the disk is full. */
export function hasOpenTransaction(connection: SqliteConnection): boolean {
  return handleOf(connection)?.inTransaction ?? false;
}

/** The handle of TypeORM's connection; undefined if the connection is closed. */
function handleOf({ driver }: SqliteConnection): Handle | undefined {
  return (driver as { readonly databaseConnection?: Handle }).databaseConnection;
}

function openHandleOf(connection: SqliteConnection): Handle {
  const handle = handleOf(connection);
  if (handle === undefined) throw new TypeError('The database connection is not open');
  return handle;
}

function preparedStatement(handle: Handle, text: string): Prepared {
  const statements = getOrMake(prepared, handle, () => new Map<string, Prepared>());
  return getOrMakeUpTo(MAX_PREPARED, statements, text, () => prepare(handle, text));
}

/**
 * `$n` becomes `+?`. A plain `?`, because better-sqlite3 looks each `$n` up by name in an object. The unary plus changes
 * no value but hides it from the planner: in an analysed database SQLite would plan a statement again whenever its
 * values change (SQLITE_ENABLE_STAT4).
 */
function prepare(handle: Handle, text: string): Prepared {
  const valueNumbers: number[] = [];
  const plain = text.replace(/\$(\d+)/g, (_name, number: string) => {
    valueNumbers.push(Number(number));
    return '+?';
  });
  const statement = handle.prepare(plain);
  const columns = statement.reader
    ? statement
        .raw()
        .columns()
        .map(({ name }) => name)
    : null;
  return { statement, columns, valueNumbers };
}

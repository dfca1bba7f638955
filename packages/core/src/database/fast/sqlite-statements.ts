import { getOrMake, getOrMakeUpTo } from '../../get-or-make.ts';
import type { RawRow, SqliteValue } from '../sql.ts';
import { handleOf, type SqliteHandle } from '../sqlite-handle.ts';
import { type MakeRow, rowMaker } from './generated-functions.ts';

/**
 * The used part of a better-sqlite3 statement; its own types would have to be installed by every embedder. The values
 * are arguments and not a list, from which the driver would take each by a look-up: 2 µs of a new employee.
 */
interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  /** Whether it leaves the database unchanged. */
  readonly readonly: boolean;
  /** Makes `all` give each row as a list of its cells. */
  raw(): this;
  columns(): readonly { readonly name: string }[];
  all(...values: readonly SqliteValue[]): unknown[][];
  run(...values: readonly SqliteValue[]): { readonly changes: number; readonly lastInsertRowid: number };
}

interface Handle extends SqliteHandle {
  prepare(text: string): Statement;
}

interface Prepared {
  readonly statement: Statement;
  /** Makes a row from its cells; null when the statement returns none. */
  readonly rowOf: MakeRow | null;
  /** The number of the value for each `?`, from 1; null when they are 1, 2, 3, …, as in most texts. */
  readonly valueNumbers: readonly number[] | null;
  /** Read from the driver once, because reading it at each call would cost more than the check. */
  readonly isReadOnly: boolean;
  /** Whether the text returns the id of an inserted row, which the driver tells without RETURNING. */
  readonly returnsNewId: boolean;
}

/** Our texts are constant except for the filters of lists and the columns of changes: some hundreds. */
const MAX_PREPARED = 500;

const prepared = new WeakMap<Handle, Map<string, Prepared>>();

/**
 * Runs a statement with its `$1, $2, …` on TypeORM's own connection, prepared once. TypeORM's `query` also broadcasts,
 * logs and awaits, which was measured as a third of a small request. With `readsOnly` a statement that writes is
 * refused before it runs: outside a transaction its change would be committed without waiting for the other writers.
 */
export function runOnSqlite(
  dataSource: { readonly driver: object },
  text: string,
  values: readonly SqliteValue[],
  readsOnly = false,
): RawRow[] {
  const { statement, rowOf, valueNumbers, isReadOnly, returnsNewId } = preparedStatement(
    openHandleOf(dataSource),
    text,
  );
  if (readsOnly && !isReadOnly) throw new TypeError('A statement that writes was given to a reader');
  const bound = boundValues(valueNumbers, values);
  if (rowOf !== null) return statement.all(...bound).map(rowOf);
  const { lastInsertRowid } = statement.run(...bound);
  return returnsNewId ? [{ id: lastInsertRowid }] : [];
}

/**
 * Runs a statement that changes rows once for each list of values; returns how many rows each run changed. Sixteen
 * counts of a punch, awaited one by one with RETURNING, made the punch a seventh slower.
 */
export function changeEachOnSqlite(
  dataSource: { readonly driver: object },
  text: string,
  lists: readonly (readonly SqliteValue[])[],
): number[] {
  const { statement, valueNumbers } = preparedStatement(openHandleOf(dataSource), text);
  return lists.map((values) => statement.run(...boundValues(valueNumbers, values)).changes);
}

function boundValues(valueNumbers: Prepared['valueNumbers'], values: readonly SqliteValue[]): readonly SqliteValue[] {
  return valueNumbers === null ? values : valueNumbers.map((number) => values[number - 1] as SqliteValue);
}

function openHandleOf(dataSource: { readonly driver: object }): Handle {
  const handle = handleOf(dataSource);
  if (handle === undefined) throw new TypeError('The database connection is not open');
  return handle as Handle;
}

function preparedStatement(handle: Handle, text: string): Prepared {
  const statements = getOrMake(prepared, handle, () => new Map<string, Prepared>());
  return getOrMakeUpTo(MAX_PREPARED, statements, text, () => prepare(handle, text));
}

/**
 * An INSERT of one row that returns only its id. With RETURNING, SQLite makes a table in memory and copies each page
 * before it changes it, a third of an employee's INSERT. Each `id` is an INTEGER PRIMARY KEY, so it is the rowid.
 */
const INSERT_FOR_ID = /^(INSERT INTO "\w+" \([^()]*\) VALUES \([^()]*\)) RETURNING "id"$/;

/**
 * `$n` becomes `+?`. A plain `?`, because better-sqlite3 looks each `$n` up by name in an object, which took longer
 * than many statements. The unary plus changes no value but hides it from the planner: in an analysed database SQLite
 * would plan a statement again whenever its values change, a third of a small request (SQLITE_ENABLE_STAT4).
 */
function prepare(handle: Handle, text: string): Prepared {
  const numbers: number[] = [];
  const insert = INSERT_FOR_ID.exec(text)?.[1];
  const plain = (insert ?? text).replace(/\$(\d+)/g, (_name, number: string) => {
    numbers.push(Number(number));
    return '+?';
  });
  const isInOrder = numbers.every((number, index) => number === index + 1);
  const statement = handle.prepare(plain);
  const rowOf = statement.reader
    ? rowMaker(
        statement
          .raw()
          .columns()
          .map(({ name }) => name),
      )
    : null;
  return {
    statement,
    rowOf,
    valueNumbers: isInOrder ? null : numbers,
    isReadOnly: statement.readonly,
    returnsNewId: insert !== undefined,
  };
}

import type { RawRow } from './sql.ts';

/** What is used of a better-sqlite3 statement; its own types would make every embedder install them. */
interface Statement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

interface Handle {
  prepare(text: string): Statement;
}

/** Our texts are constant but for the filters of lists and the columns of changes: some hundreds. */
const MAX_PREPARED = 500;

const prepared = new WeakMap<Handle, Map<string, Statement>>();

/**
 * Runs a statement on TypeORM's own connection, prepared once. Its `query` does the same and broadcasts, logs and
 * awaits around it: measured, that was a third of a small request.
 */
export function runOnSqlite(dataSource: { readonly driver: object }, text: string, values: RawRow | null): RawRow[] {
  const { databaseConnection } = dataSource.driver as { readonly databaseConnection?: Handle };
  if (databaseConnection === undefined) throw new TypeError('The database connection is not open');
  const statement = preparedStatement(databaseConnection, text);
  const bound = values === null ? [] : [values];
  if (statement.reader) return statement.all(...bound) as RawRow[];
  statement.run(...bound);
  return [];
}

function preparedStatement(handle: Handle, text: string): Statement {
  let statements = prepared.get(handle);
  if (statements === undefined) {
    statements = new Map();
    prepared.set(handle, statements);
  }
  let statement = statements.get(text);
  if (statement === undefined) {
    statement = handle.prepare(text);
    if (statements.size >= MAX_PREPARED) statements.clear();
    statements.set(text, statement);
  }
  return statement;
}

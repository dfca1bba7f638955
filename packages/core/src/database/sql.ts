/** One value as a column holds it. */
export type SqlCell = string | number | boolean | null | Date;

/** What may be bound to a `$n`. A list is for `DIFFERENCES[dialect].inList`, or a column of rows for `unnest`. */
export type SqlValue = SqlCell | readonly SqlCell[];

/** Rows as the driver gives them; `Table.fromDatabase` or a query's own mapper makes typed rows of them. */
export type RawRow = Record<string, unknown>;

/** What SQLite binds: it takes neither booleans, dates nor lists. */
export type SqliteValue = string | number | null;

/**
 * A text as both databases can store it: PostgreSQL refuses NUL, so it becomes U+FFFD. Inputs that are judged hold none;
 * this is for what nobody judges, such as a user agent or the e-mail address of a failed sign-in.
 */
export function storableText(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text;
}

/** A value as better-sqlite3 takes it. */
export function sqliteValue(value: SqlValue): SqliteValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (value === null || typeof value === 'number') return value;
  return JSON.stringify(value.map(sqliteCell));
}

/** The same for a value inside a list. */
const sqliteCell = (cell: SqlCell): SqliteValue => sqliteValue(cell);

/** A value as node-postgres takes it. */
export function postgresValue(value: SqlValue): unknown {
  if (typeof value === 'string') return storableText(value);
  // As text with its offset: how node-postgres writes a Date depends on the zone of the process.
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? value.map(postgresValue) : value;
}

/** What a driver gave, as rows: TypeORM gives `[rows, count]` for UPDATE and DELETE, and a number where there are none. */
export function rowsOf(result: unknown): RawRow[] {
  if (!Array.isArray(result)) return [];
  if (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number') return result[0];
  return result;
}

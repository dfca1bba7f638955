/** One value as a column holds it. */
export type SqlCell = string | number | boolean | null | Date;

/** A value to bind to a `$n`. A list is for `DIFFERENCES[dialect].inList`, or is a column of rows for `unnest`. */
export type SqlValue = SqlCell | readonly SqlCell[];

/** A row as the driver gives it; `Table.fromDatabase` or a query's own mapper makes a typed row of it. */
export type RawRow = Record<string, unknown>;

/** A value that SQLite can bind: it takes neither booleans, dates nor lists. */
export type SqliteValue = string | number | null;

/**
 * Makes a text storable in both databases: PostgreSQL refuses NUL, so it becomes U+FFFD. Validated input has no NUL;
 * this is for text that is not validated, such as a user agent or the e-mail address of a failed sign-in.
 */
function storableText(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text;
}

/** Converts a value for better-sqlite3. */
export function sqliteValue(value: SqlValue): SqliteValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (value === null || typeof value === 'number') return value;
  return JSON.stringify(value.map(sqliteValue));
}

/** better-sqlite3's parameters for `$1, $2, …`: one object by number, because one `$n` may occur twice in a text. */
export function boundByNumber(values: readonly SqliteValue[]): Record<string, SqliteValue>[] {
  return values.length === 0 ? [] : [Object.fromEntries(values.map((value, index) => [index + 1, value]))];
}

/** Converts a value for node-postgres. */
export function postgresValue(value: SqlValue): unknown {
  if (typeof value === 'string') return storableText(value);
  // Sent as text with its offset, because node-postgres would format a Date in the time zone of the process.
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? value.map(postgresValue) : value;
}

/** Makes rows of their cells. */
export function rowsFromCells(columns: readonly string[], cells: readonly (readonly unknown[])[]): RawRow[] {
  return cells.map((values) => {
    const row: RawRow = {};
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
    return row;
  });
}

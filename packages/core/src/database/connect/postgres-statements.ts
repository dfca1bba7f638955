import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { getOrMakeUpTo } from '../../get-or-make.ts';
import { withClassifiedErrors } from '../sql/constraint-errors.ts';
import { postgresValue, type RawRow, rowsFromCells, type SqlValue } from '../sql/sql.ts';

/** The used part of pg's pool and client; an embedder on SQLite does not have pg's own types. */
export interface PgConnection {
  query(statement: {
    readonly name?: string;
    readonly text: string;
    readonly values: unknown[];
    readonly rowMode: 'array';
  }): Promise<{ readonly rows: unknown[][]; readonly fields: readonly { readonly name: string }[] }>;
}

/** Our texts are constant except for filters and changed columns. */
const MAX_NAMES = 500;

/** By text, so that a text has the same name on all connections; each prepares it at its first use. */
const names = new Map<string, string>();

const nameOf = (text: string): string =>
  getOrMakeUpTo(MAX_NAMES, names, text, () => `shaon_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);

/**
 * Runs a statement on a connection.
 *
 * @param options.isNamed whether the connection keeps the statement prepared
 */
export function runOnPostgres(
  on: PgConnection,
  text: string,
  values: readonly SqlValue[] = [],
  { isNamed = false } = {},
): Promise<RawRow[]> {
  return withClassifiedErrors('postgres', () => ask(on, text, values, isNamed));
}

/** Runs a statement on a pool, as a transaction of its own. */
export function runOnPool(
  source: DataSource,
  text: string,
  values: readonly SqlValue[] = [],
  { isNamed = false } = {},
): Promise<RawRow[]> {
  return withClassifiedErrors('postgres', () => ask(poolOf(source), text, values, isNamed));
}

/** Runs a read on a pool. On a connection that the server has dropped it fails, and is simply sent again. */
export function readOnPool(
  source: DataSource,
  text: string,
  values: readonly SqlValue[],
  { isNamed = false } = {},
): Promise<RawRow[]> {
  return withClassifiedErrors('postgres', () => retryLostConnection(() => ask(poolOf(source), text, values, isNamed)));
}

async function ask(on: PgConnection, text: string, values: readonly SqlValue[], isNamed: boolean): Promise<RawRow[]> {
  const name = isNamed && values.length > 0 ? nameOf(text) : undefined;
  const { rows, fields } = await on.query({
    ...(name !== undefined && { name }),
    text,
    values: values.map(postgresValue),
    rowMode: 'array',
  });
  return rowsFromCells(
    fields.map((field) => field.name),
    rows,
  );
}

/** pg's own pool of a DataSource, core's or a host's. */
function poolOf({ driver }: DataSource): PgConnection {
  const { master } = driver as PostgresDriver;
  if (master === undefined) throw new Error('Driver not Connected');
  return master as PgConnection;
}

export async function retryLostConnection<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    return read();
  }
}

/** SQLSTATE: an operator or a shutdown of the server has ended the connection. */
const TERMINATED = '57P01';

/**
 * Whether a connection ended before it answered. A server that ends with unread requests in its socket resets the
 * connection, so its last message may be lost; the error then comes from the system call, `read` or `write`.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')) return true;
  // By its code, because a server translates its messages.
  if ('code' in error && error.code === TERMINATED) return true;
  return /^Connection terminated|^Client has encountered a connection error/.test(error.message);
}

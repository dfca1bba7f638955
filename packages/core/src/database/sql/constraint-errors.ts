import { isShaonError, ShaonError } from '../../errors.ts';
import { portFaultOf } from '../../port-fault.ts';
import { notInTransaction } from '../transactions/not-in-transaction.ts';
import type { Dialect } from './dialect.ts';

export type ConstraintKind = 'unique' | 'foreign_key' | 'check' | 'not_null';

/**
 * A statement broke a constraint. `constraint` is the constraint's name on PostgreSQL and for checks; on SQLite a
 * unique violation names `table.column, table.column`. `violates` hides the difference.
 * The driver's text is not kept: PostgreSQL's detail holds the values.
 */
export class ConstraintError extends Error {
  readonly kind: ConstraintKind;
  readonly constraint: string;

  constructor(kind: ConstraintKind, constraint: string) {
    super(`A ${kind} constraint was violated: ${constraint}`);
    this.name = 'ConstraintError';
    this.kind = kind;
    this.constraint = constraint;
  }
}

/** Whether an error is the violation of the unique key over `columns` (in order) of `table`. */
export function violatesUnique(error: unknown, table: string, columns: readonly string[]): boolean {
  if (!(error instanceof ConstraintError) || error.kind !== 'unique') return false;
  const postgresName = `${table}_${columns.join('_')}_key`;
  const sqliteName = columns.map((column) => `${table}.${column}`).join(', ');
  return error.constraint === postgresName || error.constraint === sqliteName;
}

const POSTGRES_KINDS: Readonly<Record<string, ConstraintKind>> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23001': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
};

const SQLITE_KINDS: Readonly<Record<string, ConstraintKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign_key',
  SQLITE_CONSTRAINT_TRIGGER: 'foreign_key',
  SQLITE_CONSTRAINT_CHECK: 'check',
  SQLITE_CONSTRAINT_NOTNULL: 'not_null',
};

/**
 * SQLSTATEs that mean "not now": no connection, a standby that takes no writes yet, a failed log-in, a missing
 * database, a conflict with another transaction, too few resources, operator intervention, a system error.
 */
const POSTGRES_UNAVAILABLE = /^(08|25006|28|3D000|40001|40P01|53|55000|57P0|58)/;
/**
 * Messages for errors of a server that runs. The first two occur when a host's transaction locks our rows in another
 * order, or is stricter than READ COMMITTED.
 */
const POSTGRES_TROUBLES: Readonly<Record<string, string>> = {
  '40001': 'Another transaction changed the same rows, and this one was undone. Try it again.',
  '40P01': 'Two transactions waited for each other, and this one was undone. Try it again.',
  '28P01': 'The database server runs, and refuses the user or the password.',
  '28000': 'The database server runs, and does not let this user in.',
  '3D000': 'The database server runs, and has no database of this name.',
  '25006': 'The database server runs, and takes no writes: it is a standby, or read-only.',
  '53100': 'The disk of the database server is full.',
  '53200': 'The database server has no memory left.',
  '53300': 'The database server runs, and has no connection left.',
  '57P03': 'The database server is starting or stopping.',
};
/**
 * The server cannot be reached: nothing listens, the connection breaks, its name or network is not found, or this
 * machine has no descriptor or memory left for a connection.
 */
const SOCKET_UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ...['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
]);
const TLS_FAULT = /^(CERT_|(DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|ERR_TLS_|ERR_SSL_)/;
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY|NOTADB|CORRUPT)/;
/**
 * The server has stopped a statement: after `statement_timeout` or by an operator (57014), after `lock_timeout`
 * (55P03), or together with its connection after `transaction_timeout` (25P04).
 */
const POSTGRES_STOPPED: ReadonlySet<string> = new Set(['57014', '55P03', '25P04']);
/** TypeORM calls a transaction active before it begins, so a subscriber may call a service too early. */
const POSTGRES_NOT_IN_TRANSACTION = '25P01';
/** What an operator can do about each SQLite error; there is no server whose log could be read. */
const SQLITE_TROUBLES: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_BUSY/, 'The database file is busy: another process writes to it.'],
  [
    /^SQLITE_CANTOPEN/,
    'The database file cannot be opened. Give this user the right to write to it and to its folder.',
  ],
  [
    /^SQLITE_READONLY/,
    'The database file cannot be written to. Give this user the right to write to it and to its folder.',
  ],
  [/^SQLITE_FULL/, 'The disk of the database file is full. Make room on it.'],
  [/^SQLITE_IOERR/, 'The disk of the database file fails, or is full.'],
  [/^SQLITE_NOTADB/, 'The database file is no SQLite database. Name another file, or restore a backup.'],
  [/^SQLITE_CORRUPT/, 'The database file is damaged. Restore a backup.'],
];

function sqliteTrouble(code: string): string | undefined {
  return SQLITE_TROUBLES.find(([codes]) => codes.test(code))?.[1];
}

/** pg and TypeORM report these without any code. */
const UNAVAILABLE_TEXT =
  /^(Driver not Connected|Query read timeout|Connection terminated|timeout exceeded when trying to connect|Query runner already released|Database connection provided by a query runner was already released|Client has encountered a connection error|Client was closed|The database connection is not open|Cannot use a pool after calling end|The server does not support SSL connections)/;

interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly column?: unknown;
  readonly table?: unknown;
  readonly message?: unknown;
}

/** Runs `work`; an error that it throws is classified. */
export async function withClassifiedErrors<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw classifyDatabaseError(error, dialect);
  }
}

/**
 * Turns an error of a driver or of TypeORM into a ConstraintError or a ShaonError `database_unavailable`,
 * `took_too_long` or `options_invalid`; returns any other error unchanged or as a StatementError.
 * Errors are recognised by their codes, never by class: two copies of typeorm do not recognise each other's errors.
 */
export function classifyDatabaseError(error: unknown, dialect: Dialect): unknown {
  if (!(error instanceof Error) || isShaonError(error)) return error;
  if (error instanceof ConstraintError || error instanceof StatementError) return error;
  // A store of documents or a missing file fails with the codes of a socket, too.
  if (portFaultOf(error)?.port === 'documents') return error;
  const driverError = ((error as { driverError?: unknown }).driverError ?? error) as DriverError;
  const code = driverCodeOf(error);
  const kind = dialect === 'postgres' ? POSTGRES_KINDS[code] : SQLITE_KINDS[code];
  if (kind !== undefined) return new ConstraintError(kind, constraintOf(driverError));
  if (code === POSTGRES_NOT_IN_TRANSACTION) return notInTransaction();
  if (POSTGRES_STOPPED.has(code)) {
    const text = 'The database has stopped a statement that took too long.';
    return new ShaonError('took_too_long', text, { driverCode: code }, { cause: new StatementError(code) });
  }
  // TypeORM puts the name of the driver's error before its message.
  const message = String(driverError.message);
  if (isUnavailable(code, message)) {
    return new ShaonError(
      'database_unavailable',
      sqliteTrouble(code) ?? POSTGRES_TROUBLES[code] ?? troubleWithoutCode(message),
      { driverCode: code, ...(isTlsFault(code) && { isTlsFault: true }) },
      { cause: error },
    );
  }
  // PostgreSQL gives each of its errors a severity.
  if ('driverError' in error || 'severity' in error || code.startsWith('SQLITE_')) return new StatementError(code);
  return error;
}

/**
 * A statement failed in a way that no rule foresees. Only the driver's code is kept, because the message, the statement
 * and its parameters may hold personal data and would reach the log.
 */
export class StatementError extends Error {
  readonly driverCode: string;

  constructor(driverCode: string) {
    super(`A statement failed with ${driverCode}.`);
    this.name = 'StatementError';
    this.driverCode = driverCode;
  }
}

/** The driver's code of an error, also after TypeORM or `classifyDatabaseError` has wrapped it; empty if there is none. */
export function driverCodeOf(error: unknown): string {
  const { driverError, driverCode, code, message } = (error ?? {}) as DriverError & {
    readonly driverError?: DriverError;
    readonly driverCode?: unknown;
  };
  const found = isShaonError(error) ? error.details.driverCode : (driverError?.code ?? driverCode ?? code);
  if (found === 'XX000' && FULL_AT_LOG_IN.test(String(driverError?.message ?? message))) return '53100';
  return typeof found === 'string' ? found : '';
}

/**
 * How PostgreSQL before version 16 refuses new sessions if it was restarted on a full disk. It gives this the code of
 * any internal error, and never translates the text.
 */
const FULL_AT_LOG_IN = /could not write init file/;

function constraintOf(driverError: DriverError): string {
  if (typeof driverError.constraint === 'string') return driverError.constraint;
  if (typeof driverError.column === 'string') return `${String(driverError.table)}.${driverError.column}`;
  const named = /constraint failed: (.+)$/.exec(String(driverError.message));
  return named?.[1] ?? '';
}

/** pg reports this without a code. */
function troubleWithoutCode(message: string): string {
  const isPlain = message.startsWith('The server does not support SSL connections');
  return isPlain
    ? 'The database server runs, and speaks no TLS: leave sslmode out of its URL.'
    : 'The database cannot be reached.';
}

/** Whether a code is OpenSSL's for a certificate that is not trusted, or one of Node's TLS errors. */
function isTlsFault(code: string): boolean {
  return TLS_FAULT.test(code);
}

function isUnavailable(code: string, message: string): boolean {
  return (
    POSTGRES_UNAVAILABLE.test(code) ||
    SOCKET_UNAVAILABLE.has(code) ||
    isTlsFault(code) ||
    SQLITE_UNAVAILABLE.test(code) ||
    UNAVAILABLE_TEXT.test(message)
  );
}

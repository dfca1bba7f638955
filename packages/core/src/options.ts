import { types } from 'node:util';
import type { DataSource, EntitySchema } from 'typeorm';
import { MIN_POOL_SIZE } from './database/connect/data-source.ts';
import { isPostgresUrl } from './database/connect/server-url.ts';
import { DEFAULT_READ_SECONDS, MAX_READ_SECONDS } from './database/readings/reading.ts';
import type { DatabaseConnection, Dialect, PostgresConnection } from './database/sql/dialect.ts';
import { invalidOption } from './errors.ts';
import { parseKeyRing } from './keys/key-ring.ts';
import type { DocumentStore } from './leave/kept-documents.ts';
import type { CoreLog } from './log.ts';
import { guardedLog } from './logging/guarded-log.ts';
import { standardErrorLog } from './logging/standard-error-log.ts';
import type { MailSender } from './messages/mail.ts';
import type { SmsSender } from './messages/sms-sender.ts';
import { refuseUnknownOptions, wholeNumber } from './option-rules.ts';
import type { IdNumberScope } from './secrets/id-number-hash.ts';
import { type Clock, systemClock } from './time/clock.ts';

/** Options of `createCore`. Give `database` or `dataSource`, not both. */
export interface CoreOptions {
  /** A database that core opens itself; the only way on SQLite. */
  readonly database?: DatabaseConnection | undefined;
  /** The host's own initialized DataSource: PostgreSQL only. */
  readonly dataSource?: DataSource | undefined;
  /**
   * `postgres://user:password@host/database` of a streaming replica of that database, PostgreSQL only. Exports, searches
   * of the audit and reports are read there, and may be some seconds old; if it fails, the database answers.
   */
  readonly readUrl?: string | undefined;
  /** Entities of extensions, such as `webhookEntities('sqlite')`, when core opens the database itself. */
  readonly entities?: readonly EntitySchema[] | undefined;
  /** The value of SHAON_KEYS: `<id>:<base64 of 32 bytes>`, comma separated; the first encrypts. */
  readonly keys: string;
  readonly clock?: Clock | undefined;
  /** Default: warnings and errors go to the standard error stream. `silentLog` writes nothing. */
  readonly log?: CoreLog | undefined;
  /**
   * Sends the welcome SMS. Without it, messages wait for another process that has one; `prune` gives up messages that
   * have waited for a week.
   */
  readonly smsSender?: SmsSender | undefined;
  /**
   * Sends e-mails: notices, and links for forgotten passwords. Needs `pagesUrl`. Every process that writes needs it too,
   * because without it none is made.
   */
  readonly mailSender?: MailSender | undefined;
  /**
   * The public address of the pages, as `baseUrl` of `createAdminRoutes`: notices link into them, and without it people
   * are told nothing by e-mail or SMS.
   */
  readonly pagesUrl?: string | undefined;
  /**
   * Whether a new employee gets a password by SMS. Default true; false for a product that welcomes its people itself:
   * they have no password until they set one by an access link, and no message is made.
   */
  readonly welcomeMessages?: boolean | undefined;
  /** Where a product keeps the documents of leave requests; without it, they are encrypted in the database (D:A32). */
  readonly documents?: DocumentStore | undefined;
  /** Record statuses that the product adds to open, pending, approved and rejected (D:T1). */
  readonly attendanceStatuses?: readonly string[] | undefined;
  /** Allows events of this process to be lost although webhooks are set up. */
  readonly withoutEvents?: boolean | undefined;
  /** Active tokens that a company may have (D:K15). Default 50. */
  readonly maxTokens?: number | undefined;
  /**
   * The scope within which an ID number is unique (D:W8, A12). Default `installation`; `company` if a product has many
   * customers, since two of them may employ the same person. Fixed once the first employee exists (D:A33).
   */
  readonly idNumberScope?: IdNumberScope | undefined;
  /**
   * How many seconds a search, a sum or a page of many rows may read before it throws `took_too_long`. At most 60.
   * Default 10.
   */
  readonly readSeconds?: number | undefined;
  /** The sign-in address, http or https, for the welcome SMS. Keep it short: the message is billed by length. */
  readonly signInUrl?: string | undefined;
}

export type ResolvedCoreOptions = ReturnType<typeof resolveCoreOptions>;

const OPTION_NAMES: Readonly<Record<keyof CoreOptions, true>> = {
  database: true,
  dataSource: true,
  readUrl: true,
  entities: true,
  keys: true,
  clock: true,
  log: true,
  smsSender: true,
  mailSender: true,
  pagesUrl: true,
  welcomeMessages: true,
  documents: true,
  attendanceStatuses: true,
  withoutEvents: true,
  maxTokens: true,
  idNumberScope: true,
  signInUrl: true,
  readSeconds: true,
};

/** Validates once and fills the defaults; throws `options_invalid`, which names the option and the remedy. */
export function resolveCoreOptions(options: CoreOptions) {
  if (!isObject(options)) throw invalidOption('createCore takes an object: { database, keys }.');
  refuseUnknownOptions('createCore', options, OPTION_NAMES);
  if ((options.database === undefined) === (options.dataSource === undefined)) {
    throw invalidOption('createCore needs one of { database } and { dataSource }.');
  }
  if (options.database !== undefined) assertConnection(options.database);
  if (options.dataSource !== undefined) assertDataSource(options.dataSource);
  if (isGiven(options.mailSender) && !isGiven(options.pagesUrl)) {
    throw invalidOption('mailSender needs pagesUrl, the public address of the pages, for the links in e-mails.');
  }
  return {
    database: options.database ?? null,
    dataSource: options.dataSource ?? null,
    readUrl: isGiven(options.readUrl) ? readUrlOf(options.readUrl, options.database) : null,
    entities: listOf('entities', options.entities ?? []),
    keys: parseKeyRing(keysOf(options.keys)),
    clock: clockOf(options.clock ?? systemClock),
    log: guardedLog(withMethods('log', options.log ?? standardErrorLog, ['info', 'warn', 'error'])),
    smsSender: isGiven(options.smsSender) ? withMethods('smsSender', options.smsSender, ['send']) : null,
    mailSender: isGiven(options.mailSender) ? withMethods('mailSender', options.mailSender, ['send']) : null,
    pagesUrl: isGiven(options.pagesUrl) ? pageAddress('pagesUrl', options.pagesUrl).replace(/\/$/, '') : null,
    welcomeMessages: flagOf('welcomeMessages', options.welcomeMessages ?? true),
    documents: isGiven(options.documents)
      ? withMethods('documents', options.documents, ['put', 'open', 'remove'])
      : null,
    attendanceStatuses: listOf('attendanceStatuses', options.attendanceStatuses ?? []).map(assertStatus),
    withoutEvents: flagOf('withoutEvents', options.withoutEvents ?? false),
    maxTokens: wholeNumber('maxTokens', options.maxTokens ?? 50, 0),
    idNumberScope: scopeOf(options.idNumberScope ?? 'installation'),
    signInUrl: isGiven(options.signInUrl) ? pageAddress('signInUrl', options.signInUrl) : null,
    readSeconds: readSecondsOf(options.readSeconds ?? DEFAULT_READ_SECONDS),
  };
}

function readSecondsOf(seconds: unknown): number {
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MAX_READ_SECONDS) return seconds;
  throw invalidOption(`readSeconds is a number above 0 and up to ${MAX_READ_SECONDS}.`);
}

function pageAddress(name: 'signInUrl' | 'pagesUrl', url: unknown): string {
  if (typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url)) return url;
  throw invalidOption(`${name} is the http or https address of a page, without blanks.`);
}

const CONNECTION_NAMES: Readonly<Record<Dialect, Readonly<Record<string, true>>>> = {
  sqlite: { type: true, path: true },
  postgres: { type: true, url: true, poolSize: true, namedStatements: true, timeouts: true },
};

/** Throws `options_invalid` for an invalid database option, which would later fail with a driver's message. */
export function assertConnection(connection: DatabaseConnection): void {
  if (!isObject(connection) || !Object.hasOwn(CONNECTION_NAMES, connection.type)) {
    throw invalidOption(
      'A database is { type: "sqlite", path } or { type: "postgres", url }. Is the option, or its `type`, missing?',
    );
  }
  refuseUnknownOptions(`A database of type ${connection.type}`, connection, CONNECTION_NAMES[connection.type]);
  if (connection.type === 'sqlite') assertPath(connection.path);
  else assertPostgres(connection);
}

/** In memory, two connections would be two databases, and readers have their own connection. */
function assertPath(path: string): void {
  if (typeof path === 'string' && path.trim() !== '' && path !== ':memory:') return;
  throw invalidOption(
    'database.path is the path of a file; Shaon cannot work on a database in memory. A test may use a new file in the temporary folder.',
  );
}

function assertPostgres(connection: PostgresConnection): void {
  const { url, poolSize = 10, namedStatements = true, timeouts = true } = connection;
  if (!isPostgresUrl(url))
    throw invalidOption('database.url is as postgres://user:password@host/database, percent-encoded.');
  wholeNumber('database.poolSize', poolSize, MIN_POOL_SIZE);
  flagOf('database.namedStatements', namedStatements);
  flagOf('database.timeouts', timeouts);
}

/** No message has the URL, because it has a password. */
function readUrlOf(url: string, database: DatabaseConnection | undefined): string {
  if (database?.type === 'sqlite') throw invalidOption('readUrl is of PostgreSQL; a SQLite file has no replica.');
  if (isPostgresUrl(url)) return url;
  throw invalidOption('readUrl is as postgres://user:password@host/database, percent-encoded.');
}

function assertDataSource(dataSource: DataSource): void {
  if (isObject(dataSource) && isObject(dataSource.options)) return;
  throw invalidOption('dataSource is a DataSource of TypeORM.');
}

/** The most common mistake: `keys: process.env.SHAON_KEYS!` when it is not set. */
function keysOf(keys: string): string {
  if (typeof keys === 'string') return keys;
  throw invalidOption('keys is the value of SHAON_KEYS, which seems not to be set; `shaon keys new` makes one.');
}

function withMethods<T extends object>(name: string, value: T, methods: readonly (keyof T & string)[]): T {
  if (isObject(value) && methods.every((method) => typeof value[method] === 'function')) return value;
  throw invalidOption(`${name} is an object with ${methods.map((method) => `${method}()`).join(', ')}.`);
}

/** Numbers, as of `Date.now`, would be stored in place of times. */
function clockOf(clock: Clock): Clock {
  const now: unknown = withMethods('clock', clock, ['now']).now();
  if (types.isDate(now) && !Number.isNaN(now.getTime())) return clock;
  throw invalidOption('clock.now() returns a Date.');
}

function listOf<T>(name: string, value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw invalidOption(`${name} is a list.`);
}

function flagOf(name: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidOption(`${name} is true or false.`);
}

function scopeOf(scope: IdNumberScope): IdNumberScope {
  if (scope === 'installation' || scope === 'company') return scope;
  throw invalidOption('idNumberScope is "installation" or "company".');
}

/** A record status is a short text; filters take at most 64 characters (D:Q18). */
function assertStatus(status: string): string {
  if (typeof status === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(status)) return status;
  throw invalidOption('attendanceStatuses are words of a-z, 0-9 and _, at most 64 characters.');
}

function isGiven<T>(value: T | undefined | null): value is T {
  return (value ?? null) !== null;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

import type { DataSource, EntitySchema } from 'typeorm';
import type { DatabaseConnection } from './database/dialect.ts';
import { ShaonError } from './errors.ts';
import { type KeyRing, parseKeyRing } from './keys/key-ring.ts';
import type { DocumentStore } from './leave/document-store.ts';
import { type CoreLog, silentLog } from './log.ts';
import type { SmsSender } from './messages/sms-sender.ts';
import { type Clock, systemClock } from './time/clock.ts';

/** Options of `createCore`. Give `database` or `dataSource`, not both. */
export interface CoreOptions {
  /** A database of core's own; the only way on SQLite. */
  readonly database?: DatabaseConnection;
  /** The host's own initialized DataSource: PostgreSQL only. */
  readonly dataSource?: DataSource;
  /** Entities of extensions, such as `webhookEntities('sqlite')`, when core opens the database itself. */
  readonly entities?: readonly EntitySchema[];
  /** The value of SHAON_KEYS: `<id>:<base64 of 32 bytes>`, comma separated; the first encrypts. */
  readonly keys: string;
  readonly clock?: Clock;
  readonly log?: CoreLog;
  /** Sends the welcome SMS; without one, messages wait in the outbox. */
  readonly smsSender?: SmsSender;
  /** Keeps the documents of leave requests; without one, documents are refused. */
  readonly documents?: DocumentStore;
  /** Record statuses that the product adds to open, pending, approved and rejected (D:T1). */
  readonly attendanceStatuses?: readonly string[];
  /** Says that events of this process may go unheard although webhooks are set up (DESIGN, Events). */
  readonly withoutEvents?: boolean;
  /** Active tokens a company may have (D:K15). Default 50. */
  readonly maxTokens?: number;
}

export interface ResolvedCoreOptions {
  readonly database: DatabaseConnection | null;
  readonly dataSource: DataSource | null;
  readonly entities: readonly EntitySchema[];
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly smsSender: SmsSender | null;
  readonly documents: DocumentStore | null;
  readonly attendanceStatuses: readonly string[];
  readonly withoutEvents: boolean;
  readonly maxTokens: number;
}

const OPTION_NAMES: Readonly<Record<keyof CoreOptions, true>> = {
  database: true,
  dataSource: true,
  entities: true,
  keys: true,
  clock: true,
  log: true,
  smsSender: true,
  documents: true,
  attendanceStatuses: true,
  withoutEvents: true,
  maxTokens: true,
};

/** Validates once and fills the defaults; throws `options_invalid` naming the option and the mend. */
export function resolveCoreOptions(options: CoreOptions): ResolvedCoreOptions {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTION_NAMES, name)) throw invalidOption(`createCore has no option ${name}.`);
  }
  if ((options.database === undefined) === (options.dataSource === undefined)) {
    throw invalidOption('createCore needs one of { database } and { dataSource }.');
  }
  const maxTokens = options.maxTokens ?? 50;
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 0) throw invalidOption('maxTokens is a whole number from 0.');
  return {
    database: options.database ?? null,
    dataSource: options.dataSource ?? null,
    entities: options.entities ?? [],
    keys: parseKeyRing(options.keys),
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    smsSender: options.smsSender ?? null,
    documents: options.documents ?? null,
    attendanceStatuses: (options.attendanceStatuses ?? []).map(assertStatus),
    withoutEvents: options.withoutEvents ?? false,
    maxTokens,
  };
}

/** A record status is short text; D:Q18 filters by at most 64 characters. */
function assertStatus(status: string): string {
  if (/^[a-z][a-z0-9_]{0,63}$/.test(status)) return status;
  throw invalidOption('attendanceStatuses are words of a-z, 0-9 and _, at most 64 characters.');
}

function invalidOption(message: string): ShaonError {
  return new ShaonError('options_invalid', message);
}

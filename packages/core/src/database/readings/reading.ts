import { ShaonError } from '../../errors.ts';

/**
 * The purpose of a read, which decides where it may run. A read that decides a write, or of a single record, has no
 * `Reading`: it runs on current data.
 */
export interface Reading {
  /** `list`: quick, and may be a moment old. `long`: may take too long for others to wait. */
  readonly kind: 'list' | 'long';
  /** Its name in the log: `attendance.list`. */
  readonly name: string;
  /** Whether it may be read on a replica, which is some seconds behind: searches of the audit, and reports. */
  readonly mayBeOld?: true;
}

/** A list that is quick, thanks to totals or an index. */
export const listReading = (name: string): Reading => ({ kind: 'list', name });

/** A reading that may take more than 5 ms: a search, a sum, a page of the web interface built from many rows. */
export const longReading = (name: string): Reading => ({ kind: 'long', name });

/** A long reading that a replica may answer. */
export const reportReading = (name: string): Reading => ({ kind: 'long', name, mayBeOld: true });

/** How long a `long` reading may take by default: how long a person waits for a page. */
export const DEFAULT_READ_SECONDS = 10;

/** The largest limit: PostgreSQL stops any statement then, because a connection silent for longer counts as lost. */
export const MAX_READ_SECONDS = 60;

/** The error for a reading that exceeded its limit; the API and the pages answer it with 503. */
export function tookTooLong(name: string, cause?: unknown): ShaonError {
  const text = 'Reading took longer than it may, and was given up. Ask for less, or ask again when less is going on.';
  return new ShaonError('took_too_long', text, { reading: name }, cause === undefined ? undefined : { cause });
}

/** The error for a reading whose company has too many waiting already; answered with 503 as well. */
export function tooManyWait(name: string, waiting: number): ShaonError {
  const text = 'Too many readings wait already. Ask again when they have ended.';
  return new ShaonError('took_too_long', text, { reading: name, waiting });
}

/** The error for what is asked of a database after it began to close. */
export function databaseIsClosing(): ShaonError {
  return new ShaonError('database_unavailable', 'The database is being closed.');
}

import { ShaonError } from '../errors.ts';

/**
 * What a read is for, when it is not for what decides and not for a single record: those are read as of now, and without
 * one. It says where the read may happen.
 */
export interface Reading {
  /** `list`: quick, and may be a moment old. `long`: may take longer than others should wait for it. */
  readonly kind: 'list' | 'long';
  /** Who asks, for the log: `attendance.list`. */
  readonly place: string;
  /** Never on a replica: something is removed that is not found in it. */
  readonly isForPrimary?: boolean;
}

/** A list, which kept counts or an index make quick. */
export const listReading = (place: string): Reading => ({ kind: 'list', place });

/** What may take more than 5 ms: a search, a sum, a page of the web interface made of many rows. */
export const longReading = (place: string): Reading => ({ kind: 'long', place });

/** What `long` readings are allowed. */
export interface ReadingLimits {
  /** For how long one statement may run; 0 for no bound. */
  readonly seconds: number;
  /**
   * How many of one company run at once on SQLite, each on a thread of its own; one thread more is for other companies.
   * 0 for none, which holds up everything else.
   */
  readonly threads: number;
}

/** The bound is what somebody waits in front of a page. */
export const DEFAULT_READING_LIMITS: ReadingLimits = { seconds: 10, threads: 2 };

/** At most what PostgreSQL is given for any statement: a connection that is silent for longer counts as lost. */
export const MOST_READING_SECONDS = 60;

/** What the caller of a reading is told that ran into its bound; the API and the pages answer it with 503. */
export function tookTooLong(place: string, cause?: unknown): ShaonError {
  const text = 'Reading took longer than it may, and was given up. Ask for less, or ask again when less is going on.';
  return new ShaonError('took_too_long', text, { place }, cause === undefined ? undefined : { cause });
}

/** What the caller of a reading is told whose company has so many others waiting already; answered with 503 as well. */
export function tooManyWait(place: string, waiting: number): ShaonError {
  const text = 'Too many readings wait already. Ask again when they have ended.';
  return new ShaonError('took_too_long', text, { place, waiting });
}

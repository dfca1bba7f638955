/**
 * What a read is for, when it is not for what decides and not for a single record: those are read as of now, and without
 * one. It says where the read may happen.
 */
export interface Reading {
  /** `list`: quick, and may be a moment old. `long`: may take longer than others should wait for it. */
  readonly kind: 'list' | 'long';
  /** Who asks, for the log: `attendance.list`. */
  readonly place: string;
}

/** A list, which kept counts or an index make quick. */
export const listReading = (place: string): Reading => ({ kind: 'list', place });

/** What may take more than 5 ms: a search, a sum, a page of the web interface made of many rows. */
export const longReading = (place: string): Reading => ({ kind: 'long', place });

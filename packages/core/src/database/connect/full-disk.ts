import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { driverCodeOf } from '../sql/constraint-errors.ts';

/**
 * Writes the write-ahead log back into the database file and frees the log's space. SQLite does this itself only after
 * a commit; on a full disk no commit succeeds, so the log would never be freed.
 */
export const FREE_LOG_SPACE = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Whether a statement failed because SQLite's disk is full; accepts the driver's error and core's own. */
export function isDiskFull(error: unknown): boolean {
  return driverCodeOf(error) === 'SQLITE_FULL';
}

/** SQLite's own limit for the write-ahead log: 4 MB. */
const MAX_LOG_PAGES = 1_000;
const MIN_LOG_PAGES = 50;
const PAGE_BYTES = 4_096;
/** The share of the free space that the log may take on a small volume. */
const LOG_SHARE = 1 / 8;

/**
 * After how many pages SQLite writes its write-ahead log back. On a small volume the number must be low: writing back
 * needs space in the database file, so a log that fills the volume could never be written back.
 */
export function logPagesFor(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    const pages = Math.floor((bavail * bsize * LOG_SHARE) / PAGE_BYTES);
    return Math.min(Math.max(pages, MIN_LOG_PAGES), MAX_LOG_PAGES);
  } catch {
    // If the folder cannot be examined, opening the file reports the fault.
    return MAX_LOG_PAGES;
  }
}

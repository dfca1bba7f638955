import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes the write-ahead log back into the database file and gives its space back. SQLite does so by itself only after
 * a commit, and on a full disk none succeeds, so the log would hold the last space for good.
 */
export const FREE_LOG_SPACE = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Whether a statement failed because SQLite's disk is full, as the driver or as core's own error says it. */
export function isDiskFull(error: unknown): boolean {
  const { code, driverError, details } = (error ?? {}) as {
    readonly code?: unknown;
    readonly driverError?: { readonly code?: unknown };
    readonly details?: { readonly driverCode?: unknown };
  };
  return [code, driverError?.code, details?.driverCode].includes('SQLITE_FULL');
}

/** SQLite's own bound of the write-ahead log: 4 MB. */
const MOST_LOG_PAGES = 1_000;
const FEWEST_LOG_PAGES = 50;
const PAGE_BYTES = 4_096;
/** The share of the free space that the log may take on a small volume. */
const LOG_SHARE = 1 / 8;

/**
 * After how many pages of the write-ahead log SQLite is to write it back. On a small volume it must be few: pages that
 * are only in the log need room in the database file as well, and a log that has taken all space could never be written
 * back.
 */
export function logPagesFor(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    const pages = Math.floor((bavail * bsize * LOG_SHARE) / PAGE_BYTES);
    return Math.min(Math.max(pages, FEWEST_LOG_PAGES), MOST_LOG_PAGES);
  } catch {
    // A folder that cannot be looked at is told by opening the file.
    return MOST_LOG_PAGES;
  }
}

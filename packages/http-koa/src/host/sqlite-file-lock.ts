import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DatabaseConnection, ShaonError } from '@shaon/core';
import { requirePeer } from './optional-peers.ts';

/** Held until it is released or the process ends in any way. */
export interface HeldLock {
  release(): Promise<void>;
}

/**
 * A SQLite file belongs to one process: a server, or a command that changes much at once. The lock is an exclusive
 * transaction on a separate database beside it, `<file>.lock`, so that the system frees it even after kill -9. `holder`
 * is named in the refusal of another process: `migrate`. On PostgreSQL there is no file to lock.
 *
 * Throws `database_locked` at once if another process has the lock.
 */
export async function lockSqliteFile(connection: DatabaseConnection, holder: string): Promise<HeldLock> {
  if (connection.type === 'postgres') return { release: async () => {} };
  const { default: Sqlite } = await requirePeer('better-sqlite3');
  const file = `${realPath(connection.path)}.lock`;
  const database = openLock(() => new Sqlite(file, { timeout: 0 }), file);
  try {
    // Without a journal on disk, because a hot journal left by kill -9 would have to be rolled back first.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // If the file may only be read, SQLite begins a reading instead, which many processes can hold.
    database.pragma('user_version = 1');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw isHeld(connection.path, holder);
    throw driverCode(error).startsWith('SQLITE_READONLY') ? cannotBeLocked(file, error) : error;
  }
  return {
    release: async () => {
      database.close();
    },
  };
}

function openLock<T>(open: () => T, file: string): T {
  try {
    return open();
  } catch (cause) {
    throw cannotBeLocked(file, cause);
  }
}

/** Two names of one file must have one lock. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function driverCode(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

function isBusy(error: unknown): boolean {
  return driverCode(error).startsWith('SQLITE_BUSY');
}

function cannotBeLocked(file: string, cause: unknown): ShaonError {
  return new ShaonError(
    'database_unavailable',
    `${file} cannot be locked. Give this user the right to write to it and to its folder.`,
    { driverCode: driverCode(cause) },
    { cause },
  );
}

function isHeld(path: string, holder: string): ShaonError {
  return new ShaonError(
    'database_locked',
    `Another process of Shaon holds ${path}, so ${holder} cannot run now. If it is a server: it delivers and prunes by itself; stop it for everything else, and start it again afterwards.`,
  );
}

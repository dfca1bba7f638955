import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DatabaseConnection, type Dialect, ShaonError } from '@shaon/core';
import { fileAccess, makeFolder } from './file-access.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';

export type DatabaseSettings = Pick<HostConfig, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'databasePool'>;

export function databaseType(config: Pick<HostConfig, 'databaseUrl'>): Dialect {
  return config.databaseUrl === null || config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}

/**
 * The database that the settings name. A pooler in transaction mode gives each transaction another session, where the
 * names of statements are not known, and may refuse the timeouts that a connection asks for.
 */
export function databaseConnection(config: DatabaseSettings): DatabaseConnection {
  const { databaseUrl } = config;
  if (databaseUrl === null) return { type: 'sqlite', path: join(config.dataDir, 'shaon.sqlite') };
  if (databaseUrl.startsWith('sqlite:')) return { type: 'sqlite', path: databaseUrl.slice('sqlite:'.length) };
  const isDirect = config.databaseDirectUrl === null;
  const { databasePool: poolSize } = config;
  return { type: 'postgres', url: databaseUrl, poolSize, namedStatements: isDirect, timeouts: isDirect };
}

/**
 * The same database for work that needs one session, such as a migration: a transaction pooler would run each statement
 * in another session.
 */
export function sessionConnection(config: DatabaseSettings): DatabaseConnection {
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  return databaseConnection({ ...config, databaseUrl, databaseDirectUrl: null });
}

/**
 * Checks that the driver and, for SQLite, the file exist. It creates nothing, so that a command that refuses leaves
 * nothing behind. Throws `options_invalid`, which names the package, `schema_missing` and `database_unavailable`.
 */
export async function requireDatabase(connection: DatabaseConnection): Promise<void> {
  await requireDriver(connection);
  if (connection.type === 'postgres') return;
  const { path } = connection;
  const access = fileAccess(path);
  if (access === 'missing') throw new ShaonError('schema_missing', `There is no ${path} yet. Run shaon migrate.`);
  if (access === 'closed') {
    throw new ShaonError(
      'database_unavailable',
      `${path} may not be read by this user. Give this user the right to write to it and to its folder.`,
      { driverCode: 'SQLITE_CANTOPEN' },
    );
  }
}

/** Creates the file of a SQLite database if it is missing, for this user only. Throws `options_invalid` as above. */
export async function makeDatabase(connection: DatabaseConnection): Promise<void> {
  await requireDriver(connection);
  if (connection.type === 'postgres') return;
  // For this user only, because it will contain personal data.
  makeFolder(dirname(connection.path));
  makePrivately(connection.path);
}

async function requireDriver(connection: DatabaseConnection): Promise<void> {
  await requirePeer(connection.type === 'postgres' ? 'pg' : 'better-sqlite3');
}

/** SQLite would let others read a file that it creates; beside an existing file its journals get the same rights. */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // If the file cannot be created, opening it reports the error.
    if (!['EEXIST', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

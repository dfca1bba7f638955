import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DatabaseConnection, type Dialect, ShaonError } from '@shaon/core';
import { fileAccess } from './file-access.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';

type DatabaseSettings = Pick<HostConfig, 'databaseUrl' | 'dataDir' | 'databasePool' | 'namedStatements'>;

export function databaseType(config: Pick<HostConfig, 'databaseUrl'>): Dialect {
  return config.databaseUrl === null || config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}

/** The database that the settings name. */
export function databaseConnection(config: DatabaseSettings): DatabaseConnection {
  const { databaseUrl } = config;
  if (databaseUrl === null) return { type: 'sqlite', path: join(config.dataDir, 'shaon.sqlite') };
  if (databaseUrl.startsWith('sqlite:')) return { type: 'sqlite', path: databaseUrl.slice('sqlite:'.length) };
  const { databasePool: poolSize, namedStatements } = config;
  return { type: 'postgres', url: databaseUrl, poolSize, namedStatements };
}

/**
 * The same database for what needs a session of its own, as a migration does: a transaction pooler would give each of its
 * statements another session.
 */
export function sessionConnection(
  config: DatabaseSettings & Pick<HostConfig, 'databaseDirectUrl'>,
): DatabaseConnection {
  const { databaseDirectUrl, ...others } = config;
  return databaseConnection(databaseDirectUrl === null ? others : { ...others, databaseUrl: databaseDirectUrl });
}

/**
 * Makes sure that the driver is there, and the file of a SQLite database. It makes nothing, so that a command which
 * refuses leaves nothing behind. Throws `options_invalid` naming the package, `schema_missing` and `database_unavailable`.
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

/** Makes the file of a SQLite database where there is none, for this user alone. Throws `options_invalid` as above. */
export async function makeDatabase(connection: DatabaseConnection): Promise<void> {
  await requireDriver(connection);
  if (connection.type === 'postgres') return;
  // Personal data will lie there: for this user alone.
  mkdirSync(dirname(connection.path), { recursive: true, mode: 0o700 });
  makePrivately(connection.path);
}

async function requireDriver(connection: DatabaseConnection): Promise<void> {
  await requirePeer(connection.type === 'postgres' ? 'pg' : 'better-sqlite3');
}

/** SQLite would let others read what it makes; beside an existing file its journals get the same rights. */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // What cannot be made is told by whoever opens it.
    if (!['EEXIST', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

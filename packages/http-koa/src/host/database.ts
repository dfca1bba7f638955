import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseConnection, Dialect } from '@shaon/core';
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

/** Makes sure that the driver is there, and the folder of a SQLite file. Throws `options_invalid` naming the package. */
export async function prepareDatabase(connection: DatabaseConnection): Promise<void> {
  if (connection.type === 'postgres') {
    await requirePeer('pg');
    return;
  }
  await requirePeer('better-sqlite3');
  // Personal data will lie there: for this user alone.
  mkdirSync(dirname(connection.path), { recursive: true, mode: 0o700 });
  makePrivately(connection.path);
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

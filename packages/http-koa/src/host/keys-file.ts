import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { generateKey, parseKeyRing, ShaonError } from '@shaon/core';
import { type DatabaseSettings, databaseConnection, databaseType } from './database.ts';
import { fileAccess, makeFolder } from './file-access.ts';
import { requirePeer } from './optional-peers.ts';
import type { HostConfig } from './settings.ts';
import { syncFolder } from './sync-folder.ts';

/** The value of SHAON_KEYS, and the file that it was read from or written to. */
interface FoundKeys {
  readonly keys: string;
  readonly file: string | null;
  /** Whether the file is new; the screen then names it, because without it a database backup is useless. */
  readonly isNew: boolean;
  /** Whether others on this machine can read the file. */
  readonly isReadableByOthers: boolean;
}

export const KEYS_OF_POSTGRES =
  'SHAON_KEYS must be set on PostgreSQL. Make it once with `shaon keys new`, keep it as safe as the database and apart from it, and give every process the same.';

type KeySettings = DatabaseSettings & Pick<HostConfig, 'keys'>;

/**
 * SHAON_KEYS, or on SQLite the file `keys` in the data folder, which is created once. Throws `keys_missing` on
 * PostgreSQL, where the keys must not depend on one machine's disk, and if the file is missing beside a database that
 * was made with it.
 */
export async function findKeys(config: KeySettings): Promise<FoundKeys> {
  if (config.keys !== null) return { keys: config.keys, file: null, isNew: false, isReadableByOthers: false };
  if (databaseType(config) === 'postgres') {
    throw new ShaonError('keys_missing', KEYS_OF_POSTGRES);
  }
  const file = pathOf(config);
  if (keysFileIsMissing(config)) await assertKeysMayBeMade(config);
  const isNew = await createKeysFile(config.dataDir, file);
  const keys = readFileSync(file, 'utf8').trim();
  assertKeys(keys, file);
  return { keys, file, isNew, isReadableByOthers: (statSync(file).mode & 0o077) !== 0 };
}

/** On SQLite without SHAON_KEYS: whether the keys file is missing, because it was not created yet or was lost. */
export function keysFileIsMissing(config: KeySettings): boolean {
  const file = keysFile(config);
  return file !== null && fileAccess(file) === 'missing';
}

/** The file for the keys, whether it exists or not; null if SHAON_KEYS is set. */
export function keysFile(config: Pick<HostConfig, 'keys' | 'databaseUrl' | 'dataDir'>): string | null {
  return config.keys === null && databaseType(config) === 'sqlite' ? pathOf(config) : null;
}

const pathOf = ({ dataDir }: Pick<HostConfig, 'dataDir'>): string => join(dataDir, 'keys');

/** New keys could open none of the encrypted values in a database, and would hide that the old keys are lost. */
export async function assertKeysMayBeMade(config: KeySettings): Promise<void> {
  const database = databaseConnection(config);
  if (database.type !== 'sqlite' || !existsSync(database.path) || !(await hasSecrets(database.path))) return;
  // Another process may have created both meanwhile.
  if (!keysFileIsMissing(config)) return;
  throw new ShaonError(
    'keys_missing',
    `The keys file ${pathOf(config)} is gone, and ${database.path} was made with it. Put it back from its backup, or set SHAON_KEYS.`,
  );
}

/** Also false for a file that is not our database; opening it reports the fault. */
async function hasSecrets(path: string): Promise<boolean> {
  const { default: Sqlite } = await requirePeer('better-sqlite3');
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      return database.prepare('SELECT 1 FROM "shaon_secret" LIMIT 1').get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** True if it created the file. Only one process can, and none reads half a file, because a link makes it appear. */
async function createKeysFile(folder: string, file: string): Promise<boolean> {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  makeFolder(folder);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeSync(descriptor, `${generateKey()}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(draft, file);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function assertKeys(keys: string, file: string): void {
  try {
    parseKeyRing(keys);
  } catch (cause) {
    throw new ShaonError(
      'keys_missing',
      `The keys file ${file} is damaged. Put it back from a backup: without it the encrypted values cannot be read.`,
      {},
      { cause },
    );
  }
}

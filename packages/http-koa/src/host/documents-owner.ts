import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Core, ShaonError } from '@shaon/core';
import { namingFile } from './file-errors.ts';
import type { HostConfig } from './settings.ts';

/** The folder of the encrypted documents. */
export const documentsFolder = ({ dataDir }: Pick<HostConfig, 'dataDir'>): string => join(dataDir, 'documents');

/** The file in the folder of documents that names the installation to which they belong. */
const OWNER = 'installation';

/**
 * `prune` deletes each document of the folder that no request of its database has, so two databases cannot share a
 * folder. Writes whose the folder is; a folder that does not exist belongs to nobody yet. Throws `options_invalid` if
 * it has the documents of another database.
 */
export async function assertOwnDocuments(core: Core, config: Pick<HostConfig, 'dataDir'>): Promise<void> {
  const folder = documentsFolder(config);
  const { installation } = core.extension;
  const path = join(folder, OWNER);
  const owner = (await ownerIn(path)) ?? (await claim(path, installation));
  if (owner === null || owner === installation) return;
  throw new ShaonError(
    'options_invalid',
    `${folder} has the documents of another database, which would be deleted as unknown. Set SHAON_DATA_DIR to a folder of this database's own; if that database is gone, move this folder away.`,
  );
}

async function ownerIn(path: string): Promise<string | null> {
  try {
    return (await namingFile(path, () => readFile(path, 'utf8'))).trim();
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return null;
    throw error;
  }
}

/** Another process may claim the folder at the same moment. A folder that cannot be written to stays unclaimed. */
async function claim(path: string, installation: string): Promise<string | null> {
  try {
    await writeFile(path, `${installation}\n`, { flag: 'wx', mode: 0o600 });
    return installation;
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return ownerIn(path);
    if (hasCode(error, ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'])) return null;
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

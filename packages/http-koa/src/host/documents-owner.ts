import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileDocumentStore } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import { namingFile } from './file-errors.ts';
import type { HostLog } from './log.ts';
import type { HostConfig } from './settings.ts';

/** The folder of the encrypted documents. */
export const documentsFolder = ({ dataDir }: Pick<HostConfig, 'dataDir'>): string => join(dataDir, 'documents');

/** The file in the folder of documents that names the installation to which they belong. */
export const OWNER = 'installation';

/** The host's documents, and to whom their folder belongs. */
export interface OwnedDocuments {
  readonly store: FileDocumentStore;
  /** Says whose documents the store's are; a folder that belongs to nobody becomes theirs. */
  ownedBy(installation: string): Promise<void>;
}

/**
 * A store that removes no orphans from a folder of another database: prune takes a document for an orphan if no request
 * of its own database has it, so two databases in one folder would delete each other's.
 */
export function ownedDocuments(store: FileDocumentStore, folder: string, log: HostLog): OwnedDocuments {
  let own = '';
  return {
    store: {
      ...store,
      async put(companyId, content) {
        const key = await store.put(companyId, content);
        // The first document makes the folder.
        await ownerOf(folder, own);
        return key;
      },
      async *orphans(knownKeys, minAgeMs) {
        if ([own, null].includes(await ownerOf(folder, own))) yield* store.orphans(knownKeys, minAgeMs);
        else log.warn({ folder }, 'Documents are not pruned: the folder belongs to another database (docs/moving.md)');
      },
    },
    async ownedBy(installation) {
      own = installation;
      await ownerOf(folder, own);
    },
  };
}

/** Whose the folder is, which becomes `own` if it has no owner; null if it does not exist or cannot be written to. */
async function ownerOf(folder: string, own: string): Promise<string | null> {
  const path = join(folder, OWNER);
  return (await ownerIn(path)) ?? (await claim(path, own));
}

/** Whom the file names; null if it does not exist. */
export async function ownerIn(path: string): Promise<string | null> {
  try {
    const owner = (await namingFile(path, () => readFile(path, 'utf8'))).trim();
    // Another process may be writing it just now, and a folder that names nobody yet is not ours.
    if (owner !== '' || Date.now() - (await stat(path)).mtimeMs < MINUTE_MS) return owner;
    // A process that is killed or a power failure may leave an empty file, which would name nobody for ever.
    await rm(path).catch(() => undefined);
    return null;
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return null;
    throw error;
  }
}

/** Another process may claim the folder at the same moment. */
async function claim(path: string, own: string): Promise<string | null> {
  try {
    await writeFile(path, `${own}\n`, { flag: 'wx', mode: 0o600 });
    return own;
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return ownerIn(path);
    // A full disk leaves an empty file, which would name nobody for ever.
    if (hasCode(error, ['ENOSPC'])) await rm(path, { force: true });
    if (hasCode(error, ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'])) return null;
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

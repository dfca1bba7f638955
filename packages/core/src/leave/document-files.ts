import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertCompanyId } from '../actor.ts';
import { invalidOption, notFound } from '../errors.ts';
import { keyIdOf, parseKeyRing } from '../keys/key-ring.ts';
import { refuseUnknownOptions, wholeNumber } from '../option-rules.ts';
import { syncFolder } from '../sync-folder.ts';
import { opener, PREFIX_BYTES, rewrappedHeader, sealer, wrappedLength } from './document-cipher.ts';
import type { DocumentStore } from './document-store.ts';
import { blocksOf, contentStream, readBytes } from './document-stream.ts';

/** Where documents are stored, and with which keys. */
export interface FileDocumentStoreOptions {
  /** Created if missing, for its owner only. It has one folder per company. */
  readonly directory: string;
  /** The value of SHAON_KEYS. */
  readonly keys: string;
  /** The largest document in bytes. Default 10 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Documents as encrypted files, `<directory>/<company>/<key>`. */
export interface FileDocumentStore extends Required<DocumentStore> {
  /** Re-encrypts a document's key with the ring's first key, not its content; false if it already uses that one. */
  rotate(companyId: number, key: string): Promise<boolean>;
}

const OPTION_NAMES: Readonly<Record<keyof FileDocumentStoreOptions, true>> = {
  directory: true,
  keys: true,
  maxBytes: true,
};
const MAX_BYTES = 10 * 1024 * 1024;
/** 128 random bits in lower-case hex, distinct on every file system. No other text becomes part of a path. */
const KEY = /^[0-9a-f]{32}$/;
const PARTIAL = '.partial';
/** A file that is being written, with its document's key; during a rotation also with a random number. */
const PARTIAL_NAME = /^([0-9a-f]{32})(?:\.[0-9a-f]{16})?\.partial$/;

/** The file of a document. Throws `not_found` for an invalid key. */
export function documentPath(directory: string, companyId: number, key: string): string {
  if (!KEY.test(key)) throw notFound('document');
  return join(folderOf(directory, companyId), key);
}

const folderOf = (directory: string, companyId: number): string => join(directory, String(assertCompanyId(companyId)));

/**
 * Stores documents as encrypted files (AES-256-GCM, see document-cipher.ts). `put` resolves after the file and its
 * folder are synced to disk; a crash leaves a `.partial` file, which `orphans` lists. `put` throws `limit_reached` for
 * content larger than `maxBytes`; reading throws `not_found`, `keys_missing`, and `ciphertext_corrupt` for a file that
 * was changed or cut, before it returns any byte of the changed part.
 */
export function fileDocumentStore(options: FileDocumentStoreOptions): FileDocumentStore {
  const { directory } = options;
  refuseUnknownOptions('fileDocumentStore', options, OPTION_NAMES);
  if (typeof directory !== 'string' || directory === '') {
    throw invalidOption('directory is the path of a folder.');
  }
  if (typeof options.keys !== 'string') throw invalidOption('keys is the value of SHAON_KEYS.');
  const keys = parseKeyRing(options.keys);
  const maxBytes = wholeNumber('maxBytes', options.maxBytes ?? MAX_BYTES, 0);
  const pathOf = (companyId: number, key: string): string => documentPath(directory, companyId, key);

  /** Writes a file under a partial name that no other writer uses, and renames it once it is on disk. */
  async function writeWhole(path: string, partial: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    try {
      const file = await open(partial, 'w', 0o600);
      try {
        await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    async put(companyId, content) {
      const key = randomBytes(16).toString('hex');
      // Without a listener, an upload that fails before it is read would end the process. Reading it throws the error.
      content.on('error', () => undefined);
      const made = await mkdir(folderOf(directory, companyId), { recursive: true, mode: 0o700 });
      if (made !== undefined) await syncFolder(dirname(made));
      const { header, seal } = sealer(keys, contextOf(companyId, key));
      const path = pathOf(companyId, key);
      await writeWhole(path, path + PARTIAL, async (file) => {
        await writeAll(file, header);
        let index = 0;
        for await (const { block, isLast } of blocksOf(content, maxBytes)) {
          await writeAll(file, seal(block, index++, isLast));
        }
      });
      return key;
    },

    async open(companyId, key) {
      const file = await openFile(pathOf(companyId, key));
      try {
        const { wrapped, start } = await readHeader(file);
        const { size } = await file.stat();
        return contentStream(file, start, size, opener(keys, contextOf(companyId, key), wrapped));
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async remove(companyId, key) {
      await rm(pathOf(companyId, key), { force: true });
      const folder = folderOf(directory, companyId);
      for (const name of await entriesOf(folder)) {
        if (PARTIAL_NAME.exec(name)?.[1] === key) await rm(join(folder, name), { force: true });
      }
    },

    async *orphans(knownKeys, minAgeMs) {
      for (const company of await entriesOf(directory)) {
        if (!/^[1-9]\d*$/.test(company)) continue;
        const companyId = Number(company);
        for (const name of await entriesOf(join(directory, company))) {
          const key = PARTIAL_NAME.exec(name)?.[1] ?? name;
          if (!KEY.test(key) || knownKeys.has(key)) continue;
          if (await isOlder(join(directory, company, name), minAgeMs)) yield { companyId, key };
        }
      }
    },

    async rotate(companyId, key) {
      const path = pathOf(companyId, key);
      const file = await openFile(path);
      try {
        const { wrapped, start } = await readHeader(file);
        const header = rewrappedHeader(keys, contextOf(companyId, key), wrapped);
        if (header === null) return false;
        // Two rotations may handle one document at once, so each writes a partial file of its own.
        const partial = `${path}.${randomBytes(8).toString('hex')}${PARTIAL}`;
        await writeWhole(path, partial, async (copy) => {
          await writeAll(copy, header);
          for await (const part of file.createReadStream({ start, autoClose: false })) await writeAll(copy, part);
        });
        return true;
      } finally {
        await file.close();
      }
    },

    async missingKey(companyId, key) {
      const file = await openFile(pathOf(companyId, key));
      try {
        const id = keyIdOf((await readHeader(file)).wrapped);
        return id === '' || keys.ids.includes(id) ? null : id;
      } finally {
        await file.close();
      }
    },
  };
}

/** Binds a file to its company and its name. */
function contextOf(companyId: number, key: string): string {
  return `shaon_leave_document:${companyId}:${key}`;
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw isMissing(error) ? notFound('document') : error;
  }
}

/** The wrapped key, and where the blocks begin. */
async function readHeader(file: FileHandle): Promise<{ wrapped: string; start: number }> {
  const length = wrappedLength(await readBytes(file, PREFIX_BYTES, 0));
  const wrapped = await readBytes(file, length, PREFIX_BYTES);
  return { wrapped: wrapped.toString('latin1'), start: PREFIX_BYTES + length };
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Compared with the real clock, as file times are, not with the injected one. */
async function isOlder(path: string, minAgeMs: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs >= minAgeMs;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

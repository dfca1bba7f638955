import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ShaonError } from '@shaon/core';
import { namingFile } from '../file-errors.ts';
import { removeOnSignal } from '../remove-on-signal.ts';
import { syncFolder } from '../sync-folder.ts';

/** The name of a folder while an export is written into it, or after one was killed. */
export const UNFINISHED = /\.unfinished-[0-9a-f]{8}$/;

/**
 * A folder that gets its name once all files are on disk. It is for this user only, and a signal that stops the process
 * removes it, because it contains ID numbers.
 */
export class ExportFolder {
  readonly #target: string;
  readonly #path: string;
  readonly #keep: () => void;

  private constructor(target: string, path: string, keep: () => void) {
    this.#target = target;
    this.#path = path;
    this.#keep = keep;
  }

  /** Throws `state_conflict` if something exists there already, and errors of the file system. */
  static async make(target: string): Promise<ExportFolder> {
    const whole = resolve(target);
    await assertFree(whole, target);
    const path = join(dirname(whole), `${basename(whole)}.unfinished-${randomBytes(4).toString('hex')}`);
    const keep = removeOnSignal(path);
    try {
      await mkdir(dirname(whole), { recursive: true, mode: 0o700 });
      // In one turn of the event loop, so that no signal is handled while the folder is being made.
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      keep();
      throw namingTarget(error as NodeJS.ErrnoException, target);
    }
    return new ExportFolder(whole, path, keep);
  }

  /** Writes a file of texts, one after the other. */
  async write(name: string, texts: AsyncIterable<string>): Promise<void> {
    await this.#writeFile(name, async (file) => {
      for await (const text of texts) await file.writeFile(text);
    });
  }

  /** Stores a document under the digest of its content, so that equal documents are one file. */
  async keepDocument(content: Readable): Promise<string> {
    await mkdir(join(this.#path, 'documents'), { recursive: true, mode: 0o700 });
    const draft = join('documents', `draft-${randomBytes(8).toString('hex')}`);
    const hash = createHash('sha256');
    await this.#writeFile(draft, async (file) => {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
    });
    const path = `documents/${hash.digest('hex')}`;
    await rename(join(this.#path, draft), join(this.#path, path));
    return path;
  }

  /** Gives the folder its final name, which did not exist before. */
  async finish(): Promise<void> {
    await syncFolder(this.#path);
    await assertFree(this.#target, this.#target);
    await rename(this.#path, this.#target);
    this.#keep();
    await syncFolder(dirname(this.#target));
  }

  async discard(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
    this.#keep();
  }

  async #writeFile(name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(join(this.#path, name), 'wx', 0o600);
    try {
      // Where the operator looks for the file; until the end it is in another folder.
      await namingFile(join(this.#target, name), async () => {
        await write(file);
        await file.sync();
      });
    } finally {
      await file.close();
    }
  }
}

/** The operator has named the target, and not the folder that becomes it. */
function namingTarget(error: NodeJS.ErrnoException, path: string): Error {
  // The target does not exist, so it can only be above it that something else than a folder exists.
  const code = error.code === 'EEXIST' ? 'ENOTDIR' : error.code;
  return Object.assign(error, { path, syscall: 'open', code });
}

/** An empty folder may exist, if an operator has created it; a link to one cannot be replaced at the end. */
async function assertFree(path: string, shown: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory() && (await readdir(path)).length === 0) return;
  throw new ShaonError('state_conflict', `${shown} is there already. Name a folder that is new, or empty.`);
}

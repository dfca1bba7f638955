import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ShaonError } from '@shaon/core';

/** The name of a folder while an export is written into it, or after one was interrupted. */
export const UNFINISHED = /\.unfinished-[0-9a-f]{8}$/;

/** A folder that gets its name once all files are on disk. For this user only: it contains ID numbers. */
export class ExportFolder {
  readonly #target: string;
  readonly #path: string;

  private constructor(target: string, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** Throws `state_conflict` if something exists there already, and errors of the file system. */
  static async make(target: string): Promise<ExportFolder> {
    const whole = resolve(target);
    await assertFree(whole, target);
    const path = join(dirname(whole), `${basename(whole)}.unfinished-${randomBytes(4).toString('hex')}`);
    await mkdir(dirname(whole), { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
    return new ExportFolder(whole, path);
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
    await syncFolder(dirname(this.#target));
  }

  async discard(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }

  async #writeFile(name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(join(this.#path, name), 'wx', 0o600);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** An empty folder may exist, if an operator has created it. */
async function assertFree(path: string, shown: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory() && (await readdir(path)).length === 0) return;
  throw new ShaonError('state_conflict', `${shown} is there already. Name a folder that is new, or empty.`);
}

/** So that a new name in the folder survives a power cut. Windows cannot sync folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

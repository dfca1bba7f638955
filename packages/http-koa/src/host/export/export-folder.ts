import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ShaonError } from '@shaon/core';

/** How a folder is called while an export is written into it, or after one was cut off. */
export const UNFINISHED = /\.unfinished-[0-9a-f]{8}$/;

/** A folder that gets its name when all that belongs into it is on disk. For this user alone: it holds ID numbers. */
export class ExportFolder {
  readonly #target: string;
  readonly #path: string;

  private constructor(target: string, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** Throws `state_conflict` when something is there already, and what the file system throws. */
  static async make(target: string): Promise<ExportFolder> {
    const whole = resolve(target);
    await assertFree(whole, target);
    const path = join(dirname(whole), `${basename(whole)}.unfinished-${randomBytes(4).toString('hex')}`);
    await mkdir(dirname(whole), { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
    return new ExportFolder(whole, path);
  }

  /** Writes a file of texts, each when the one before it is written. */
  async write(name: string, texts: AsyncIterable<string>): Promise<void> {
    await this.#writeFile(name, async (file) => {
      for await (const text of texts) await file.writeFile(text);
    });
  }

  /** Keeps a document under the digest of its content; two of the same content are one file. */
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
    const place = `documents/${hash.digest('hex')}`;
    await rename(join(this.#path, draft), join(this.#path, place));
    return place;
  }

  /** Gives the folder its name: before, there is nothing under it. */
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

/** An empty folder may be there: an operator has made it. */
async function assertFree(path: string, shown: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory() && (await readdir(path)).length === 0) return;
  throw new ShaonError('state_conflict', `${shown} is there already. Name a folder that is new, or empty.`);
}

/** So that a new name in it survives a power cut. Windows cannot open a folder for that. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

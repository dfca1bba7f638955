import { closeSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { ShaonError } from '@shaon/core';
import { namingFile } from './file-errors.ts';
import { removeOnSignal } from './remove-on-signal.ts';

/**
 * A file that gets its name once it is complete, so that nobody takes a part of it for the whole. It never replaces
 * another file, only this user may read it, and a signal that stops the process removes it.
 */
export class NewFile {
  readonly #path: string;
  /** Where the file is until it is complete. */
  readonly part: string;
  readonly #handle: FileHandle;
  readonly #keep: () => void;

  private constructor(path: string, part: string, handle: FileHandle, keep: () => void) {
    this.#path = path;
    this.part = part;
    this.#handle = handle;
    this.#keep = keep;
  }

  /** Throws `options_invalid` if the name is taken, and errors of the file system. */
  static async make(path: string): Promise<NewFile> {
    await assertFree(path);
    const part = `${path}.${process.pid}.part`;
    // In one turn of the event loop, so that no signal finds the file without its handler.
    const keep = removeOnSignal(part);
    let isMade = false;
    try {
      closeSync(openSync(part, 'wx', 0o600));
      isMade = true;
      return new NewFile(path, part, await open(part, 'r+'), keep);
    } catch (error) {
      if (isMade) rmSync(part, { force: true });
      keep();
      // The operator has named the file, not its part.
      throw Object.assign(error as Error, { path });
    }
  }

  async write(text: string): Promise<void> {
    await namingFile(this.#path, () => this.#handle.appendFile(text));
  }

  /** From now on a signal leaves the file where it is, because what it tells of is done. */
  keep(): void {
    this.#keep();
  }

  /** Gives the file its name. Throws `options_invalid` if the name was taken meanwhile. */
  async finish(): Promise<void> {
    await namingFile(this.#path, () => this.#handle.sync());
    await this.#handle.close();
    await giveName(this.part, this.#path);
    this.#keep();
  }

  async discard(): Promise<void> {
    try {
      await this.#handle.close();
    } finally {
      await rm(this.part, { force: true });
      this.#keep();
    }
  }
}

/** By a link, which never replaces a file, where the file system has links. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw nameTaken(path);
    await assertFree(path);
    await rename(part, path);
    return;
  }
  await rm(part, { force: true });
}

/** A link is there too, whatever it leads to: giving the file its name would fail at the end. */
async function assertFree(path: string): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw nameTaken(path);
}

function nameTaken(path: string): ShaonError {
  return new ShaonError('options_invalid', `${path} is there already. Name another file, or remove it first.`);
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * One folder for a whole test run, in memory if there is room, else in the system's temp directory. The parent process
 * creates and removes it; the workers of a parallel run get its path from the environment.
 */

const VARIABLE = 'SHAON_TEST_DIRECTORY';
const KEPT = 'kept-for-reading';

/** Linux's file system in memory. There a commit of SQLite does not wait for a disk. */
const MEMORY = '/dev/shm';
/** More than the databases and logs that a run holds at once. */
const ENOUGH_MEMORY = 8 * 2 ** 30;

export function createRunDirectory(): string {
  const directory = mkdtempSync(join(hasEnoughMemory() ? MEMORY : tmpdir(), 'shaon-test-'));
  // If the tests run as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(directory, 0o711);
  process.env[VARIABLE] = directory;
  return directory;
}

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_MEMORY;
}

/** A new empty folder for one database or one server. */
export function makeFolder(prefix: string): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) {
    throw new Error(
      'No test run directory: mocha must load tools/testing/src/global-setup.ts (run it from the root of the project).',
    );
  }
  mkdirSync(directory, { recursive: true });
  return mkdtempSync(join(directory, `${prefix}-`));
}

/** Keeps the folder when the run directory is removed. */
export function keepFolder(folder: string): void {
  writeFileSync(join(folder, KEPT), '');
}

/** Removes everything except kept folders. Synchronous, because it also runs when the process exits. */
export function removeRunDirectory(directory: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!existsSync(join(path, KEPT))) rmSync(path, { recursive: true, force: true });
  }
  if (readdirSync(directory).length === 0) rmdirSync(directory);
}

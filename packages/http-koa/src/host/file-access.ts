import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Whether this user can read a file or folder. `existsSync` reports a path inside a forbidden folder as missing, and
 * somebody might create it again or look for it elsewhere.
 */
export function fileAccess(path: string): 'readable' | 'missing' | 'closed' {
  try {
    accessSync(path, constants.R_OK);
    return 'readable';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'closed';
  }
}

/**
 * Makes a folder and those above it, for this user only. Node's recursive `mkdir` never ends where the system reports a
 * folder that nothing can be made in as missing, such as /proc.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (fileAccess(path) !== 'missing' || dirname(path) === path) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

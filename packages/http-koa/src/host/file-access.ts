import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Whether this user can read a file or folder. `existsSync` takes what lies behind a closed folder for missing, and
 * somebody would make it anew or look for it elsewhere.
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

/** The folder itself, or where it would be made; and whether this user can write there. */
export function nearestFolder(folder: string): { readonly path: string; readonly isWritable: boolean } {
  const path = resolve(folder);
  const parent = dirname(path);
  if (fileAccess(path) === 'missing' && parent !== path) return nearestFolder(parent);
  try {
    // A path that goes on behind it is missing where it is no folder, and there nothing can be made.
    accessSync(`${path}/.`, constants.W_OK | constants.X_OK);
    return { path, isWritable: true };
  } catch {
    return { path, isWritable: false };
  }
}

import { accessSync, constants } from 'node:fs';

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

/** The remedy for each error of the system. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not. Give it the right, or name another place.',
  EPERM: 'this user may not. Give it the right, or name another place.',
  EROFS: 'the disk can only be read. Name another place.',
  EEXIST: 'it is there already. Name another one, or remove it first.',
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'a part of this path is no folder.',
  EISDIR: 'it is a folder.',
  ENOSPC: 'the disk is full.',
};

/** Describes an operator's mistake with a file or a folder, with its name; null for any other error. */
export function explainFileError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  if (reason === undefined || syscall === undefined) return null;
  // For an open file the system no longer reports the path.
  if (path === undefined) return code === 'ENOSPC' ? `Cannot write: ${reason}` : null;
  if (syscall === 'mkdir')
    return `Cannot make the folder ${path}: ${reason} Is SHAON_DATA_DIR right, or the path of DATABASE_URL?`;
  return `Cannot ${WORDS[syscall] ?? 'use'} ${path}: ${reason}`;
}

const WORDS: Readonly<Record<string, string>> = {
  open: 'open',
  scandir: 'read',
  read: 'read',
  stat: 'read',
  write: 'write to',
  fsync: 'write to',
};

/** Runs work on an open file, in whose errors the system does not report a path. */
export async function namingFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { syscall, path: reported } = error as NodeJS.ErrnoException;
    throw syscall === undefined || reported !== undefined ? error : Object.assign(error as Error, { path });
  }
}

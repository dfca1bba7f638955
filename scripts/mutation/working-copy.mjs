import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFolders, ROOT } from '../project.mjs';

/**
 * A copy of the project in the temp directory, with what is not committed yet: a fault that is put into it never
 * stands in a file that somebody edits, or commits. Installed packages are shared, ours are the copy's own.
 *
 * @returns {{ path: string, remove: () => void }}
 */
export function makeWorkingCopy() {
  const path = mkdtempSync(join(tmpdir(), 'shaon-mutation-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    copy(file, path);
  }
  for (const folder of packageFolders()) {
    if (existsSync(join(ROOT, folder, 'dist'))) copy(`${folder}/dist`, path);
    if (existsSync(join(ROOT, folder, 'node_modules'))) copy(`${folder}/node_modules`, path);
  }
  // The links among our packages are relative, so those of the copy lead into the copy; the store is large and shared.
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '.pnpm') symlinkSync(join(ROOT, 'node_modules', name), join(path, 'node_modules', name));
    else if (!name.startsWith('.') || name === '.bin') copy(`node_modules/${name}`, path);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * @param {string} file from the root
 * @param {string} to
 */
function copy(file, to) {
  cpSync(join(ROOT, file), join(to, file), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

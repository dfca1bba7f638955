import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandFile, packageFolders, ROOT, run } from './project.mjs';

/** Compiles every package that has changed. */
export async function build() {
  for (const folder of packageFolders(['packages']))
    for (const output of ['dist', 'cjs/dist']) removeStale(join(ROOT, folder, output), join(ROOT, folder, 'src'));
  const code = await run(process.execPath, [commandFile('typescript', 'tsc'), '-b']);
  if (code !== 0) throw new Error('The build failed.');
}

/**
 * Removes the output of deleted source files, because the compiler leaves it, and it would still be imported and
 * packed.
 *
 * @param {string} dist
 * @param {string} src
 */
function removeStale(dist, src) {
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const output = join(dist, entry.name);
    if (entry.isDirectory()) removeStale(output, join(src, entry.name));
    const [, name] = /^(.+?)\.(?:d\.ts|js)(?:\.map)?$/.exec(entry.name) ?? [];
    if (name !== undefined && !existsSync(join(src, `${name}.ts`))) rmSync(output);
  }
}

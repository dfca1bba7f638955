import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandFile, installerEnvironment, packageFolders, ROOT, run } from './project.mjs';

/*
 * `npm run build`: compiles, and packs the client, which the host serves at `/docs`.
 */

const CLIENT = join(ROOT, 'packages/client-sdk');
const PACKED_CLIENT = join(ROOT, 'packages/http-koa/viewer/generated/client-sdk.tgz');
/** One of these changes with every file of the package. */
const PARTS_OF_CLIENT = [
  ...['package.json', 'README.md', 'dist/.tsbuildinfo', 'cjs/dist/.tsbuildinfo'],
  ...['openapi/v1.json', 'openapi/v1-webhooks.json'],
];

/** Compiles every package that has changed. */
export async function build() {
  for (const folder of packageFolders(['packages']))
    for (const output of ['dist', 'cjs/dist']) removeStale(join(ROOT, folder, output), join(ROOT, folder, 'src'));
  const code = await run(process.execPath, [commandFile('typescript', 'tsc'), '-b']);
  if (code !== 0) throw new Error('The build failed.');
  await packClient();
}

/** Packs by npm, because pnpm also needs the packages of the client's tests. */
async function packClient() {
  const changed = Math.max(...PARTS_OF_CLIENT.map((name) => statSync(join(CLIENT, name)).mtimeMs));
  if (existsSync(PACKED_CLIENT) && statSync(PACKED_CLIENT).mtimeMs > changed) return;
  const folder = mkdtempSync(`${PACKED_CLIENT}-`);
  try {
    const args = ['pack', '--loglevel=error', '--pack-destination', folder];
    const code = await run('npm', args, { cwd: CLIENT, env: installerEnvironment(), print: 'failure' });
    const [name] = readdirSync(folder);
    if (code !== 0 || name === undefined) throw new Error('The client could not be packed.');
    renameSync(join(folder, name), PACKED_CLIENT);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { cleanEnvironment, commandFile, packageFolders, readJson, run } from './project.mjs';

/*
 * Packs what would be published, installs it in an empty project as a stranger would, and imports every door.
 * Optional peers are not installed: no door may need one to be imported.
 */

const ATTW = ['--no-definitely-typed', '--no-emoji', '--no-summary', '--format', 'ascii'];

/** A door that is no module, such as a description or a style sheet, only has to be there. */
const PROGRAM = `
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
for (const door of process.argv.slice(2)) {
  try {
    const url = import.meta.resolve(door);
    if (!existsSync(fileURLToPath(url))) throw new Error('the file is not in the package');
    const names = url.endsWith('.js') ? Object.keys(await import(door)) : [];
    console.log(door + ': ' + names.length + ' names');
  } catch (error) {
    console.error(door + ': ' + error.message);
    process.exitCode = 1;
  }
}
process.exit();
`;

const temp = mkdtempSync(join(tmpdir(), 'shaon-packed-'));
try {
  process.exitCode = (await check()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}

async function check() {
  const manifests = packageFolders(['packages'])
    .map((folder) => ({ folder, manifest: readJson(`${folder}/package.json`) }))
    .filter(({ manifest }) => manifest.private !== true);
  const tarballs = await pack(manifests.map(({ folder }) => folder));
  const project = join(temp, 'project');
  await install(project, tarballs);
  let sound = true;
  for (const { manifest } of manifests) sound = (await importDoors(project, manifest)) && sound;
  for (const tarball of tarballs) {
    sound = (await lint('publint', ['run', tarball, '--strict'])) && sound;
    sound = (await lint('@arethetypeswrong/cli', [tarball, '--profile', 'esm-only', ...ATTW], 'attw')) && sound;
  }
  return sound;
}

/** @param {string[]} folders @returns {Promise<string[]>} paths */
async function pack(folders) {
  const { packageManager } = readJson('package.json');
  const filters = folders.flatMap((folder) => ['--filter', `./${folder}`]);
  const args = [
    '--yes',
    '--loglevel=error',
    packageManager,
    '--recursive',
    ...filters,
    'pack',
    '--pack-destination',
    temp,
  ];
  const code = await run('npx', args, { env: cleanEnvironment(), quiet: true });
  const tarballs = readdirSync(temp).filter((name) => name.endsWith('.tgz'));
  if (code !== 0 || tarballs.length !== folders.length) throw new Error('The packages could not be packed.');
  return tarballs.map((name) => join(temp, name));
}

/** @param {string} project @param {string[]} tarballs */
async function install(project, tarballs) {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const code = await run('npm', ['install', ...flags, ...tarballs], { cwd: project, env: cleanEnvironment() });
  if (code !== 0) throw new Error('The packed packages cannot be installed together.');
}

/** @param {string} project @param {{ name: string, exports: Record<string, unknown> }} manifest */
async function importDoors(project, manifest) {
  const doors = Object.keys(manifest.exports).map((door) => posix.join(manifest.name, door));
  const file = join(project, 'import-doors.mjs');
  writeFileSync(file, PROGRAM);
  return (await run(process.execPath, [file, ...doors], { cwd: project })) === 0;
}

/** @param {string} packageName @param {string[]} args */
async function lint(packageName, args, command = packageName) {
  return (await run(process.execPath, [commandFile(packageName, command), ...args], { quiet: true })) === 0;
}

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { installerEnvironment, packageFolders, ROOT, readJson, run } from './project.mjs';

/*
 * Packs the packages as for publishing, for the scripts that use them like a user.
 */

/** @typedef {{ name: string, version: string, private?: boolean, keywords?: string[], main?: string, exports: Record<string, unknown> }} Manifest */

/** Where the checks of `npm run packaging` pack and install; removed when the process ends. */
export const TEMP = mkdtempSync(join(tmpdir(), 'shaon-packaging-'));
process.once('exit', () => rmSync(TEMP, { recursive: true, force: true }));

/** @returns {Manifest[]} of the packages that are published */
export function publishedManifests() {
  /** @type {Manifest[]} */
  const manifests = packageFolders(['packages']).map((folder) => readJson(`${folder}/package.json`));
  return manifests.filter((manifest) => manifest.private !== true);
}

/** @param {string} folder @param {Manifest} manifest the path of the tarball that pnpm packs into `folder` */
export function tarballOf(folder, { name, version }) {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

/** @param {string} folder gets a tarball of each published package */
export async function pack(folder) {
  const { packageManager } = readJson('package.json');
  const filters = publishedManifests().flatMap(({ name }) => ['--filter', name]);
  const command = ['--recursive', ...filters, 'pack', '--pack-destination', folder];
  const args = ['--yes', '--loglevel=error', packageManager, ...command];
  const code = await run('npx', args, { env: installerEnvironment(), print: 'failure' });
  const missing = publishedManifests().filter((manifest) => !existsSync(tarballOf(folder, manifest)));
  if (code !== 0 || missing.length > 0) throw new Error('The packages could not be packed.');
}

/**
 * Installs the packages of a folder's package.json, without running install scripts of packages.
 *
 * @param {string} folder @param {string[]} [packages] more to install, such as tarballs
 */
export async function npmInstall(folder, packages = []) {
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  const args = ['install', ...flags, '--loglevel=error', ...packages];
  const code = await run('npm', args, { cwd: folder, env: installerEnvironment(), print: 'failure' });
  if (code !== 0) throw new Error(`The packages could not be installed in ${folder}.`);
}

/** @param {Manifest} manifest @returns {string[]} entry points that are modules, such as `@shaon/core/testing` */
export function moduleDoors(manifest) {
  const plain = plainFiles(manifest);
  return Object.keys(manifest.exports)
    .filter((door) => !plain.includes(door))
    .map((door) => posix.join(manifest.name, door));
}

/**
 * @param {Manifest} manifest @returns {string[]} entry points that are not modules, such as an OpenAPI document or a
 * style sheet
 */
export function plainFiles({ exports }) {
  return Object.keys(exports).filter((door) => /\.(?!js$)[a-z]+$/.test(String(exports[door])));
}

/**
 * Copies this project's binary into an installed better-sqlite3, because compiling it takes a minute.
 *
 * @param {string} folder whose node_modules has the same version of better-sqlite3, installed without its script
 */
export function lendSqlite(folder) {
  const ours = join(ROOT, 'packages/core/node_modules/better-sqlite3');
  const theirs = join(folder, 'node_modules/better-sqlite3');
  const [built, installed] = [ours, theirs].map((path) => readManifest(path).version);
  if (built !== installed) throw new Error(`better-sqlite3 ${built} is built here, and ${installed} is installed.`);
  const binary = 'build/Release/better_sqlite3.node';
  mkdirSync(join(theirs, 'build/Release'), { recursive: true });
  copyFileSync(join(ours, binary), join(theirs, binary));
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

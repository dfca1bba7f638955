import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  FLOORS,
  FOLDER_ARROWS,
  HTTP_KOA_IMPORTERS,
  JOINT_TESTS,
  OWNED,
  PACKAGE_ARROWS,
  SEAMS,
  THIRD_PARTY,
  WITHIN_FLOOR,
  WITHOUT_NODE,
} from './boundary-rules.mjs';
import { circlesIn } from './circles.mjs';
import { importsOf } from './imports.mjs';

/*
 * `node scripts/boundaries.mjs` fails on an import that the design forbids, on files of a package that import each
 * other in a circle, and on a rule that names something that does not exist.
 */

/** @typedef {{ file: string, specifier: string, reason: string }} Violation */

/**
 * @param {string} root folder of the project
 * @returns {{ files: number, violations: Violation[], circles: string[][] }}
 */
export function checkBoundaries(root) {
  const doors = publicDoors(root);
  const files = ['packages', 'examples', 'bench', 'tools'].flatMap((folder) => sourceFiles(root, folder));
  const imports = files.map((file) => ({ file, specifiers: importsOf(file, readFileSync(join(root, file), 'utf8')) }));
  const violations = imports.flatMap(({ file, specifiers }) =>
    specifiers.flatMap((specifier) => {
      const reason = reasonAgainst(file, specifier, doors);
      return reason === undefined ? [] : [{ file, specifier, reason }];
    }),
  );
  const sources = imports.filter(({ file }) => /^packages\/[^/]+\/src\//.test(file));
  const circles = circlesIn(new Map(sources.map(({ file, specifiers }) => [file, specifiers])));
  return { files: files.length, violations, circles };
}

/**
 * Finds rules about removed files, because such a rule would apply to a later file of the same name.
 *
 * @param {string} root folder of the project
 * @returns {string[]} names in the rules that match no folder and no file
 */
export function staleRules(root) {
  const exists = (/** @type {string} */ path) => ['', '.ts'].some((ending) => existsSync(join(root, path + ending)));
  const areas = Object.entries({ ...FLOORS, 'http-koa': [Object.keys(HTTP_KOA_IMPORTERS)] }).flatMap(([name, floors]) =>
    floors.flat().map((area) => `packages/${name}/src/${area}`),
  );
  const folders = Object.keys(FOLDER_ARROWS).map((folder) => `packages/${folder.replace('/', '/src/')}`);
  const packages = Object.keys(PACKAGE_ARROWS).map((name) => `packages/${name}`);
  const seams = Object.entries(SEAMS).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
  const owned = OWNED.map((rule) => `packages/core/src/${rule.owned}`);
  return [...areas, ...folders, ...packages, ...seams, ...owned, ...JOINT_TESTS].filter((path) => !exists(path));
}

/**
 * @param {string} file path from the root, with slashes
 * @param {string} specifier as written
 * @param {ReadonlySet<string>} doors our packages' entry points, such as `@shaon/core/testing`
 * @returns {string | undefined} why the import is forbidden
 */
export function reasonAgainst(file, specifier, doors) {
  const [top = '', name = '', third = ''] = file.split('/');
  if (specifier.startsWith('@shaon/') && !doors.has(specifier)) return 'not a public door of that package';
  const home = top === 'bench' ? top : `${top}/${name}`;
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
  if (target !== undefined && !target.startsWith(`${home}/`)) {
    if (JOINT_TESTS.includes(file)) return undefined;
    return leavesHome(file, target) ? 'reaches outside its own package' : undefined;
  }
  // Readers copy examples, so only their tests may use the project's own tools.
  if (top === 'examples' && third !== 'test' && isTestingDoor(specifier)) return 'only tests import a testing door';
  if (top !== 'packages' || third !== 'src') return undefined;
  return target === undefined ? againstPackage(name, area(file), specifier) : againstFolder(name, file, target);
}

/** `@shaon/testing`, `@shaon/core/testing` */
function isTestingDoor(/** @type {string} */ specifier) {
  return specifier.startsWith('@shaon/') && specifier.endsWith('/testing');
}

/** Tests and tools may import the shared vectors and the scripts, but never another package's internal files. */
function leavesHome(/** @type {string} */ file, /** @type {string} */ target) {
  return file.includes('/src/') || !/^(test-vectors|scripts)\//.test(target);
}

/**
 * @param {string} name the importing package's folder
 * @param {string} from area of its src
 * @param {string} specifier
 */
function againstPackage(name, from, specifier) {
  const own = PACKAGE_ARROWS[/** @type {keyof typeof PACKAGE_ARROWS} */ (name)];
  if (own === undefined) return `packages/${name} is not in scripts/boundary-rules.mjs`;
  if (specifier.startsWith('node:') && WITHOUT_NODE.includes(name)) return `${name} runs without Node`;
  const imported = packageName(specifier);
  if (imported.startsWith('@shaon/')) {
    const more = FOLDER_ARROWS[/** @type {keyof typeof FOLDER_ARROWS} */ (`${name}/${from}`)] ?? [];
    if (![...own, ...more].includes(imported)) return `${name}/${from} does not import ${imported}`;
    if (isTestingDoor(specifier)) return 'only tests import a testing door';
    return undefined;
  }
  const rule = THIRD_PARTY.find((entry) => entry.package === name && entry.names.includes(imported));
  return rule === undefined || rule.folders.includes(from)
    ? undefined
    : `only in ${rule.folders.join(', ')}/ of ${name}`;
}

/**
 * @param {string} name
 * @param {string} file
 * @param {string} target
 */
function againstFolder(name, file, target) {
  if (!target.startsWith(`packages/${name}/src/`)) {
    return target.endsWith('/package.json') ? undefined : 'src imports only from src';
  }
  const refused = againstSeam(file, target) ?? againstOwner(file, target);
  if (refused !== undefined) return refused;
  const from = area(file);
  const to = area(target);
  if (name === 'core' || name === 'webhooks') return againstFloor(name, from, to);
  if (name !== 'http-koa') return undefined;
  const importers = HTTP_KOA_IMPORTERS[to];
  if (importers === undefined) return `${to} is not in scripts/boundary-rules.mjs`;
  return importers.includes(from) ? undefined : `${from} does not import ${to}`;
}

/** @param {string} file @param {string} target */
function againstSeam(file, target) {
  const [folder, files] = Object.entries(SEAMS).find(([seam]) => target.startsWith(`${seam}/`)) ?? [];
  if (folder === undefined || files === undefined || file.startsWith(`${folder}/`)) return undefined;
  return files.some((name) => target === `${folder}/${name}.ts`) ? undefined : `only ${folder} imports it`;
}

/**
 * @param {keyof typeof FLOORS} name
 * @param {string} from
 * @param {string} to
 */
function againstFloor(name, from, to) {
  const high = FLOORS[name].findIndex((floor) => floor.includes(from));
  const low = FLOORS[name].findIndex((floor) => floor.includes(to));
  if (high === -1 || low === -1) return `${high === -1 ? from : to} has no floor in scripts/boundary-rules.mjs`;
  if (from === to || high < low) return undefined;
  if (WITHIN_FLOOR[name].some(([importer, imported]) => importer === from && imported === to)) return undefined;
  return high === low ? `${from} and ${to} are on one floor` : `${to} is on a higher floor than ${from}`;
}

/** An owned folder's own files may import each other. */
function againstOwner(/** @type {string} */ file, /** @type {string} */ target) {
  const isOf = (/** @type {string} */ path, /** @type {string} */ owned) =>
    path === `packages/core/src/${owned}.ts` || path.startsWith(`packages/core/src/${owned}/`);
  const rule = OWNED.find(({ owned }) => isOf(target, owned) && !isOf(file, owned));
  return rule === undefined || rule.importers.test(file) ? undefined : `only its owners import ${rule.owned}`;
}

/** `packages/core/src/employees/phone.ts` → `employees`, `packages/core/src/core.ts` → `core` */
function area(/** @type {string} */ file) {
  return (file.split('/')[3] ?? '').replace(/\.(d\.)?[cm]?[jt]s$/, '');
}

/** `@a/b/c` → `@a/b`, `c/d` → `c` */
function packageName(/** @type {string} */ specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** @returns {Set<string>} */
export function publicDoors(/** @type {string} */ root) {
  const doors = new Set();
  for (const folder of ['packages', 'tools']) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder))) {
      const manifest = join(root, folder, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { name: own, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
      for (const door of Object.keys(exports)) doors.add(posix.join(own, door));
    }
  }
  return doors;
}

/** @returns {string[]} paths from the root, with slashes */
function sourceFiles(/** @type {string} */ root, /** @type {string} */ folder) {
  /** @type {string[]} */
  const found = [];
  if (!existsSync(join(root, folder))) return found;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) found.push(...sourceFiles(root, path));
    if (entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name)) found.push(path.split(sep).join('/'));
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const { files, violations, circles } = checkBoundaries(root);
  for (const { file, specifier, reason } of violations) {
    console.error(`${relative(process.cwd(), join(root, file))}: '${specifier}': ${reason}`);
  }
  for (const circle of circles) console.error(`a circle: ${[...circle, circle[0]].join(' -> ')}`);
  const stale = staleRules(root);
  for (const path of stale) console.error(`scripts/boundary-rules.mjs names ${path}, which is not there`);
  console.log(
    `${files} files, ${violations.length} forbidden imports, ${circles.length} circles, ${stale.length} stale rules`,
  );
  process.exitCode = violations.length + circles.length + stale.length === 0 ? 0 : 1;
}

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createTestDatabase, testedDialects } from '../tools/testing/src/index.ts';
import { ROOT, run } from './project.mjs';
import { lendSqlite, moduleDoors, npmInstall, publishedManifests, TEMP, tarballOf } from './tarballs.mjs';

/*
 * Tests Shaon's packed tarballs with each version of ROWS, and prints a line for each. docs/compatibility.md explains the
 * rows.
 */

/** @typedef {'typeorm' | 'node' | 'typescript' | 'jest' | 'ts-jest' | 'vitest' | 'drizzle' | 'kysely' | 'knex'} Kind */

/** @type {readonly { kind: Kind, version: string, quick: boolean }[]} */
const ROWS = [
  { kind: 'typeorm', version: '0.3.31', quick: true },
  { kind: 'typeorm', version: '1.1.1', quick: false },
  { kind: 'node', version: '20.19.0', quick: false },
  { kind: 'node', version: '22.23.3', quick: false },
  { kind: 'node', version: '24.21.0', quick: true },
  { kind: 'node', version: '26.10.0', quick: false },
  { kind: 'typescript', version: '5.0.4', quick: true },
  { kind: 'typescript', version: '5.4.5', quick: false },
  { kind: 'typescript', version: '5.7.3', quick: false },
  { kind: 'typescript', version: '5.8.3', quick: false },
  { kind: 'typescript', version: '5.9.3', quick: false },
  { kind: 'typescript', version: '6.0.3', quick: false },
  { kind: 'typescript', version: '7.0.2', quick: true },
  { kind: 'jest', version: '29.7.0', quick: false },
  { kind: 'jest', version: '30.5.2', quick: true },
  { kind: 'ts-jest', version: '29.4.15', quick: false },
  { kind: 'vitest', version: '4.1.12', quick: true },
  { kind: 'drizzle', version: '0.45.4', quick: false },
  { kind: 'kysely', version: '0.28.19', quick: false },
  { kind: 'knex', version: '3.3.0', quick: false },
];
/** What `npm run packaging` can be asked for here. @type {readonly string[]} */
export const KINDS = ROWS.map(({ kind }) => kind);
/** The product's other packages; the row sets TypeORM's version. */
const PRODUCT = { 'better-sqlite3': '12.11.1', pg: '8.23.1', typeorm: '1.1.1', '@types/node': '20.19.43' };
const PROGRAMS = join(ROOT, 'scripts/compatibility');
/** Without skipLibCheck, so that every declaration that ours import is checked. */
const COMPILER_OPTIONS = [
  '--pretty',
  'false',
  '--noEmit',
  '--strict',
  '--types',
  'node',
  '--target',
  'es2022',
  '--lib',
  'es2022',
];

const NODENEXT = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
const WITHOUT_EXPORTS = ['--module', 'commonjs', '--moduleResolution', 'node', '--esModuleInterop'];
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/**
 * @param {(kind: string) => boolean} isWanted
 * @param {boolean} isQuick only the marked rows
 * @returns whether all of them pass
 */
export async function checkVersions(isWanted, isQuick) {
  const rows = ROWS.filter(({ kind, quick }) => (quick || !isQuick) && isWanted(kind));
  if (rows.length > 0) await makeProject(product(), PRODUCT);
  let sound = true;
  for (const { kind, version } of rows) {
    const start = performance.now();
    const parts = await TRIALS[kind](version);
    const said = parts.map(([what, passed]) => `${what} ${passed ? 'passed' : 'FAILED'}`).join(', ');
    console.log(`${kind} ${version}: ${said} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
    sound = parts.every(([, passed]) => passed) && sound;
  }
  return sound;
}

/** @typedef {[what: string, passed: boolean][]} Parts */

/** @type {Readonly<Record<Kind, (version: string) => Promise<Parts>>>} */
const TRIALS = {
  async typeorm(version) {
    const project = join(TEMP, `typeorm-${version}`);
    await makeProject(project, { ...PRODUCT, typeorm: version });
    return [...(await smokeOnEach(project, process.execPath, testedDialects())), ...(await compile(project, TSC))];
  },

  async node(version) {
    const program = await nodeProgram(version);
    const own = process.versions.modules === (await output(program, ['-p', 'process.versions.modules']));
    // The binary of better-sqlite3 works with one major version of Node.
    const dialects = testedDialects().filter((dialect) => own || dialect === 'postgres');
    const required = await requireDoors(program);
    return [...(await smokeOnEach(product(), program, dialects)), ['require() of every door', required]];
  },

  async typescript(version) {
    const folder = await tool('typescript', version);
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const tsc = join(folder, bin.tsc);
    const parts = await compile(product(), tsc);
    // It is deprecated in TypeScript 6 and removed in TypeScript 7.
    if (Number.parseInt(version, 10) > 5) return parts;
    return [...parts, ['moduleResolution node', await compiles(product(), tsc, 'doors.ts', WITHOUT_EXPORTS)]];
  },

  async jest(version) {
    const command = join(await tool('jest', version), 'bin/jest.js');
    const args = ['--experimental-vm-modules', command, '--rootDir', product(), '--testMatch'];
    /** @type {Parts} */
    const parts = [];
    for (const [what, file] of [
      ['ES modules', 'core.test.mjs'],
      ['CommonJS with import()', 'core.test.cjs'],
    ])
      parts.push([`${what}`, await succeeds(process.execPath, [...args, `**/${file}`])]);
    return parts;
  },

  /** A NestJS project of today, with the settings of docs/compatibility.md. */
  async 'ts-jest'(version) {
    const project = join(TEMP, 'nest');
    cpSync(join(PROGRAMS, 'nest'), project, { recursive: true });
    await npmInstall(
      project,
      publishedManifests()
        .map((manifest) => tarballOf(TEMP, manifest))
        .concat(`ts-jest@${version}`),
    );
    lendSqlite(project);
    const { scripts, ...others } = JSON.parse(snippet('compatibility.md', 'ts-jest', 'json'));
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, ...others }));
    const [program, ...args] = scripts.test.split(' ');
    return [['a service with Shaon', program === 'node' && (await succeeds(process.execPath, args, project))]];
  },

  async vitest(version) {
    const command = join(await tool('vitest', version), 'vitest.mjs');
    const args = [command, 'run', '--globals', '--root', product(), 'core.test.mjs'];
    return [['ES modules', await succeeds(process.execPath, args)]];
  },

  drizzle: (version) => recipeOnEach('drizzle', { 'drizzle-orm': version }),
  kysely: (version) => recipeOnEach('kysely', { kysely: version }),
  knex: (version) => recipeOnEach('knex', { knex: version }),
};

/** The project that all rows but TypeORM's share. */
function product() {
  return join(TEMP, 'product');
}

/** @param {string} project @param {Record<string, string>} versions */
async function makeProject(project, versions) {
  cpSync(PROGRAMS, project, { recursive: true });
  const ours = publishedManifests().map((manifest) => [manifest.name, `file:${tarballOf(TEMP, manifest)}`]);
  const dependencies = { ...Object.fromEntries(ours), ...versions };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await npmInstall(project);
  lendSqlite(project);
}

/**
 * Installs a tool outside the product, so that the tools of different rows do not affect each other.
 *
 * @param {string} name @param {string} version @returns the folder of the package
 */
async function tool(name, version) {
  const folder = join(TEMP, `${name}-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npmInstall(folder, [`${name}@${version}`]);
  return join(folder, 'node_modules', name);
}

/** @param {string} version @returns the path of that Node */
async function nodeProgram(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const folder = await tool(`node-${platform}-${process.arch}`, version);
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * @param {string} project @param {string} node
 * @param {readonly import('../tools/testing/src/index.ts').Dialect[]} dialects @returns {Promise<Parts>}
 */
function smokeOnEach(project, node, dialects) {
  return onEach((connection) => succeeds(node, [join(project, 'smoke.mjs'), connection]), dialects);
}

/**
 * @param {(connection: string) => Promise<boolean>} trial
 * @param {readonly import('../tools/testing/src/index.ts').Dialect[]} dialects @returns {Promise<Parts>}
 */
function onEach(trial, dialects = testedDialects()) {
  return Promise.all(
    dialects.map(async (dialect) => {
      const database = await createTestDatabase(dialect);
      const passed = await trial(JSON.stringify(database.connection));
      await database.drop();
      return /** @type {[string, boolean]} */ ([dialect, passed]);
    }),
  );
}

/**
 * Runs the block of docs/any-orm.md in one transaction with a hire, on each database.
 *
 * @param {string} kind @param {Record<string, string>} versions @returns {Promise<Parts>}
 */
async function recipeOnEach(kind, versions) {
  const project = join(TEMP, kind);
  await makeProject(project, { ...PRODUCT, ...versions });
  writeFileSync(join(project, 'recipe.mjs'), snippet('any-orm.md', kind, 'js'));
  return onEach((connection) => succeeds(process.execPath, [join(project, 'orm.mjs'), kind, connection], project));
}

/** @param {string} page @param {string} name @param {string} language the block of docs/ with that name */
function snippet(page, name, language) {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const [, block] = text.split(`<!-- snippet: ${name} -->\n\`\`\`${language}\n`);
  if (block === undefined) throw new Error(`docs/${page} has no block ${name}`);
  return block.slice(0, block.indexOf('```'));
}

/** @param {string} node */
function requireDoors(node) {
  const doors = publishedManifests().flatMap(moduleDoors);
  const program = `for (const door of ${JSON.stringify(doors)}) if (Object.keys(require(door)).length < 2) throw door; process.exit();`;
  return succeeds(node, ['--input-type=commonjs', '--eval', program]);
}

/** @param {string} project @param {string} tsc @returns {Promise<Parts>} */
async function compile(project, tsc) {
  return [
    ['ES modules', await compiles(project, tsc, 'doors.mts', NODENEXT)],
    ['CommonJS', await compiles(project, tsc, 'doors.cts', NODENEXT)],
  ];
}

/** @param {string} project @param {string} tsc @param {string} name @param {readonly string[]} resolution */
function compiles(project, tsc, name, resolution) {
  const doors = publishedManifests().flatMap(moduleDoors);
  const file = join(project, name);
  writeFileSync(file, doors.map((door, index) => `export * as door${index} from '${door}';\n`).join(''));
  return succeeds(process.execPath, [tsc, ...COMPILER_OPTIONS, ...resolution, file], project);
}

/** @param {string} program @param {string[]} args */
async function succeeds(program, args, cwd = product()) {
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` };
  return (await run(program, args, { cwd, env, print: 'failure', limit: AbortSignal.timeout(300_000) })) === 0;
}

/** @param {string} program @param {string[]} args */
async function output(program, args) {
  let text = '';
  await run(program, args, {
    print: 'nothing',
    onOutput: (part) => {
      text += part;
    },
  });
  return text.trim();
}

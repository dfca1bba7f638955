import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, testedDialects } from '../tools/testing/src/index.ts';
import { commandFile, ROOT, run } from './project.mjs';
import { lendSqlite, npmInstall, publishedManifests, TEMP, tarballOf } from './tarballs.mjs';

/*
 * Installs the examples of examples/frameworks in a folder outside the project, side by side, with
 * Shaon from packed tarballs and everything else from the registry; compiles each, and runs check.ts against it on
 * SQLite and on PostgreSQL. One line for each.
 */

const EXAMPLES = join(ROOT, 'examples/frameworks');
const MAX_LINES = 60;
/** The time limit also applies to an example that has stopped but whose process does not end. */
const LONGEST_MS = 60_000;

/**
 * Further copies of an example with other versions. Nest 11 generates CommonJS projects.
 *
 * @type {readonly { name: string, folder: string, type: 'module' | 'commonjs', versions: Record<string, string> }[]}
 */
const VARIANTS = [
  {
    name: 'nest-11',
    folder: 'nest',
    type: 'commonjs',
    versions: { '@nestjs/common': '11.2.10', '@nestjs/core': '11.2.10', '@nestjs/platform-express': '11.2.10' },
  },
];

/** @returns whether each example passes */
export async function checkFrameworks() {
  const project = join(TEMP, 'frameworks');
  const names = layOut(project);
  await npmInstall(project);
  lendSqlite(project);
  if ((await run(process.execPath, [commandFile('typescript', 'tsc')], { cwd: project })) !== 0) return false;
  let sound = true;
  for (const name of names) sound = (await check(project, name)) && sound;
  return sound;
}

/** @param {string} project becomes an npm project with a workspace for each example @returns their names */
function layOut(project) {
  cpSync(EXAMPLES, project, { recursive: true });
  for (const { name, folder } of VARIANTS) cpSync(join(EXAMPLES, folder), join(project, name), { recursive: true });
  const names = readdirSync(project, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const ours = Object.fromEntries(
    publishedManifests().map((manifest) => [manifest.name, `file:${tarballOf(TEMP, manifest)}`]),
  );
  for (const name of names) {
    const file = join(project, name, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const variant = VARIANTS.find((one) => one.name === name);
    const own = { ...ours, ...variant?.versions };
    const dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies).map(([dependency, version]) => [dependency, own[dependency] ?? version]),
    );
    const type = variant?.type ?? manifest.type;
    writeFileSync(file, JSON.stringify({ ...manifest, name: `example-${name}`, type, dependencies }, null, 2));
  }
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ private: true, type: 'module', workspaces: names, dependencies: ours }, null, 2),
  );
  return names;
}

/** @param {string} project @param {string} name */
async function check(project, name) {
  const lines = readFileSync(join(project, name, 'app.ts'), 'utf8')
    .trimEnd()
    .split('\n').length;
  const results = await Promise.all(testedDialects().map((dialect) => checkOn(dialect, project, name)));
  const tooLong = lines > MAX_LINES ? ` (more than ${MAX_LINES})` : '';
  const said = results.map(([dialect, passed]) => `${dialect} ${passed ? 'passed' : 'FAILED'}`);
  console.log(`${name}: ${lines} lines${tooLong}, ${said.join(', ')}`);
  return tooLong === '' && results.every(([, passed]) => passed);
}

/**
 * @param {import('../tools/testing/src/index.ts').Dialect} dialect @param {string} project @param {string} name
 * @returns {Promise<[string, boolean]>}
 */
async function checkOn(dialect, project, name) {
  const database = await createTestDatabase(dialect);
  const args = ['check.js', `./${name}/app.js`, JSON.stringify(database.connection)];
  try {
    const limit = AbortSignal.timeout(LONGEST_MS);
    return [dialect, (await run(process.execPath, args, { cwd: project, print: 'failure', limit })) === 0];
  } finally {
    await database.drop();
  }
}

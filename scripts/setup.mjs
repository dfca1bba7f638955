import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { installerEnvironment, ROOT, readJson, run } from './project.mjs';

/*
 * `npm run setup`: installs the packages needed to run, and builds. Then `npm run shaon -- …` works.
 */

/** Says what the last install was of. */
const STAMP = join(ROOT, 'node_modules', '.shaon-installed');
const FLAGS = {
  /** What the service and the examples need, and the compiler: the `dependencies` of package.json. */
  run: ['--prod', '--filter-prod', 'shaon...', '--filter-prod', 'example-*...'],
  /** Also the tools of the tests, which NODE_ENV=production would leave out. */
  all: ['--prod=false'],
};

/**
 * Throws an error whose message explains the fault.
 *
 * @param {keyof typeof FLAGS} scope which packages are installed
 */
export async function setUp(scope) {
  checkNode();
  await install(scope);
  console.log('Compiling …');
  await build();
}

/** Throws if this version of Node is outside `engines` of package.json, of which pnpm only warns. */
export function checkNode(version = process.versions.node, range = readJson('package.json').engines.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = [...range.matchAll(/(\^|>=)(\d+)\.(\d+)/g)].some(
    ([, operator, from, least]) =>
      (major === Number(from) && minor >= Number(least)) || (operator === '>=' && major > Number(from)),
  );
  if (!fits) throw new Error(`Node ${version} is too old or not a supported line: this project needs Node ${range}.`);
}

/**
 * Installs the versions of pnpm-lock.yaml with the pnpm that package.json pins, unless that was done before.
 *
 * @param {keyof typeof FLAGS} wanted
 */
async function install(wanted) {
  // The tools of the tests stay where they are.
  const scope = existsSync(join(ROOT, 'node_modules/mocha')) ? 'all' : wanted;
  const lock = createHash('sha256').update(readFileSync(join(ROOT, 'pnpm-lock.yaml')));
  const done = `${scope} ${process.version} ${process.arch} ${lock.digest('hex')}`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === done) return;
  // Removed first, so that a failed install is not taken for a complete one.
  rmSync(STAMP, { force: true });
  const { packageManager } = readJson('package.json');
  // npx passes its own log level on, with which pnpm prints nothing.
  const npx = ['--yes', '--loglevel=error', packageManager, '--loglevel=info'];
  const code = await run('npx', [...npx, 'install', '--frozen-lockfile', '--prefer-offline', ...FLAGS[scope]], {
    env: { JOBS: String(availableParallelism()), ...installerEnvironment() },
  });
  if (code !== 0)
    throw new Error(`The packages could not be installed: ${packageManager} ended with exit code ${code}.`);
  writeFileSync(STAMP, done);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setUp('run');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

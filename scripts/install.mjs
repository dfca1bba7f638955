import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { explainFailedInstall, withoutCredentials } from './install-failure.mjs';
import { createInstallLog } from './install-log.mjs';
import { installerEnvironment, packageFolders, ROOT, readJson, run } from './project.mjs';

const STAMP = join(ROOT, 'node_modules', '.shaon-installed');
/** pnpm's record of its last install; JSON, despite its name. */
const PNPM_NOTES = join(ROOT, 'node_modules', '.modules.yaml');

/**
 * `run`: the packages that the service and the examples need, and the compiler; these are the `dependencies` of
 * package.json. `all`: also the tools of the tests.
 *
 * @typedef {'run' | 'all'} Scope
 */

/** @type {Readonly<Record<Scope, readonly string[]>>} */
const SCOPE_FLAGS = {
  run: ['--prod', '--filter-prod', 'shaon...', '--filter-prod', 'example-*...'],
  // Set explicitly, because NODE_ENV=production would leave the tools out.
  all: ['--prod=false'],
};

/** Throws if this version of Node is outside `engines` of package.json. */
export function checkNode(version = process.versions.node, range = readJson('package.json').engines.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = String(range)
    .split('||')
    .some((part) => {
      const [, operator, from, least] = /^\s*(\^|>=)(\d+)\.(\d+)\s*$/.exec(part) ?? [];
      if (operator === undefined) throw new Error(`engines.node of package.json: cannot read "${part}"`);
      const sameMajor = major === Number(from) && minor >= Number(least);
      return sameMajor || (operator === '>=' && major > Number(from));
    });
  if (!fits) throw new Error(`Node ${version} is too old or not a supported line: this project needs Node ${range}.`);
}

/**
 * Installs exactly the versions of pnpm-lock.yaml with the pnpm that package.json pins. Packages of an earlier install
 * stay, so `run` after `all` installs all.
 *
 * @param {{ scope: Scope, onlyWhenChanged: boolean }} options with true an install that was done for the same files is not repeated
 */
export async function install({ scope: wanted, onlyWhenChanged }) {
  const files = fingerprint();
  const earlier = earlierInstall();
  const scope = earlier?.scope === 'all' ? 'all' : wanted;
  if (onlyWhenChanged && earlier?.files === files && earlier.scope === scope) return;
  const { packageManager } = readJson('package.json');
  const log = createInstallLog();
  // Removed first, so that a failed install is not taken for a complete one.
  rmSync(STAMP, { force: true });
  log.begin(`Installing ${scope === 'run' ? 'what running needs' : 'everything'} with ${packageManager}`);
  const code = await run('npx', installerArguments(packageManager, scope), {
    env: { JOBS: String(availableParallelism()), ...installerEnvironment() },
    print: 'nothing',
    onOutput: log.hear,
  }).catch((error) => {
    throw new Error(`npx, which comes with npm, cannot be started (${error.code}). Install npm beside Node.`);
  });
  log.end(code === 0 ? 'Installed' : 'The install ended');
  if (code !== 0) {
    console.error(withoutCredentials(log.lastLines()));
    throw new Error(explainFailedInstall(packageManager, code, log.lastLines()));
  }
  writeFileSync(STAMP, `${scope} ${files}`);
}

/** @param {string} packageManager @param {Scope} scope */
function installerArguments(packageManager, scope) {
  return [
    ...['--yes', '--loglevel=error', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'],
    // npx passes its own log level on, with which pnpm prints nothing.
    ...['--reporter=append-only', '--loglevel=info', ...SCOPE_FLAGS[scope]],
  ];
}

/** @returns {{ scope: Scope, files: string | null } | null} */
function earlierInstall() {
  const [, scope, files] = /^(run|all) (\w+)$/.exec(contentOf(STAMP) ?? '') ?? [];
  if (files !== undefined) return { scope: scope === 'all' ? 'all' : 'run', files };
  // The last install was run with pnpm directly.
  const notes = contentOf(PNPM_NOTES);
  if (notes === null) return null;
  return { scope: /"devDependencies": true/.test(notes) ? 'all' : 'run', files: null };
}

/** @param {string} file */
function contentOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function fingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  const manifests = packageFolders().map((folder) => `${folder}/package.json`);
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...files, ...manifests]) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, packageFolders, ROOT, readJson, run } from './project.mjs';

const STAMP = join(ROOT, 'node_modules', '.shaon-installed');

/** Throws when this Node is outside `engines` of package.json. */
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
 * Installs with the pnpm that package.json pins, exactly what pnpm-lock.yaml says.
 *
 * @param {{ onlyWhenChanged: boolean }} options with true an install that was done for the same files is not repeated
 */
export async function install({ onlyWhenChanged }) {
  const stamp = fingerprint();
  if (onlyWhenChanged && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  const { packageManager } = readJson('package.json');
  console.log(`Installing with ${packageManager} …`);
  let output = '';
  const code = await run(
    'npx',
    [
      '--yes',
      '--loglevel=error',
      packageManager,
      'install',
      '--frozen-lockfile',
      '--prefer-offline',
      '--reporter=append-only',
    ],
    {
      env: cleanEnvironment(),
      onOutput: (text) => {
        output += text;
      },
    },
  );
  if (code !== 0) throw new Error(explanation(output));
  writeFileSync(STAMP, stamp);
}

/** @param {string} output */
function explanation(output) {
  if (!/better-sqlite3/.test(output) || !/gyp|prebuild/.test(output)) return 'The packages could not be installed.';
  return [
    'better-sqlite3 could not be built. Where no ready-made binary can be fetched for this Node, it is compiled, which needs:',
    '  Python 3, make and a C++ compiler   (Debian: apt-get install python3 make g++; macOS: xcode-select --install)',
    "  Node's headers, which are downloaded; without network put `nodedir=/usr` (where include/node is) into ~/.npmrc",
  ].join('\n');
}

function fingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  const manifests = packageFolders().map((folder) => `${folder}/package.json`);
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...files, ...manifests]) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

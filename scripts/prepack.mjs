import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { withoutCodes } from './docstring-codes.mjs';

/*
 * Run by a package's `prepack` in its folder, and with `--remove` by its `postpack`. The output's docstrings lose the
 * codes of their sources.
 *
 * Node can load our ES modules with `require()`, but TypeScript before 5.8 refuses to import their declarations from
 * CommonJS. So each entry point is also packed as CommonJS, in a separate folder: a file that requires the ES module,
 * so that only one copy is loaded, and the same declarations. Our entry points have no default export, and named
 * exports are the same in both forms. The client has a CommonJS build of its own.
 */

const FOLDER = 'commonjs';

rmSync(FOLDER, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  for (const output of ['dist', 'cjs/dist']) removeCodes(output);
  if (!existsSync('cjs')) makeCommonJs();
}

/** @param {string} output */
function removeCodes(output) {
  if (!existsSync(output)) return;
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|d\.ts)$/.test(name)) continue;
    const file = join(output, name);
    const built = readFileSync(file, 'utf8');
    const published = withoutCodes(built);
    if (published !== built) writeFileSync(file, published);
  }
}

function makeCommonJs() {
  cpSync('dist', FOLDER, { recursive: true, filter: (path) => !/\.(?:js|map|tsbuildinfo)$/.test(path) });
  writeFileSync(join(FOLDER, 'package.json'), '{ "type": "commonjs" }\n');

  /** @type {Record<string, string | { require: { default: string }, default: { default: string } }>} */
  const doors = JSON.parse(readFileSync('package.json', 'utf8')).exports;
  for (const door of Object.values(doors)) {
    if (typeof door === 'string') continue;
    const file = door.require.default;
    const module = posix.relative(dirname(file), door.default.default);
    writeFileSync(file, `'use strict';\nmodule.exports = require('${module}');\n`);
  }
}

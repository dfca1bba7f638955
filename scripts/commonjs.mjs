import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/*
 * Run by a package's `prepack` in its folder, and with `--remove` by its `postpack`. Node can load our ES modules with
 * `require()`, but TypeScript before 5.8 refuses to import their declarations from CommonJS. So each entry point is
 * also packed as CommonJS, in a separate folder: a file that requires the ES module, so that only one copy is loaded,
 * and the same declarations. Our entry points have no default export, and named exports are the same in both forms.
 */

const FOLDER = 'commonjs';
const MAP = /^\/\/# sourceMappingURL=.*\n?/gm;

rmSync(FOLDER, { recursive: true, force: true });
if (!process.argv.includes('--remove')) make();

function make() {
  cpSync('dist', FOLDER, { recursive: true, filter: (path) => !/\.(?:js|map|tsbuildinfo)$/.test(path) });
  writeFileSync(join(FOLDER, 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(FOLDER, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(MAP, ''));
  }

  /** @type {Record<string, string | { require: { default: string }, default: { default: string } }>} */
  const doors = JSON.parse(readFileSync('package.json', 'utf8')).exports;
  for (const door of Object.values(doors)) {
    if (typeof door === 'string') continue;
    const file = door.require.default;
    const module = posix.relative(dirname(file), door.default.default);
    writeFileSync(file, `'use strict';\nmodule.exports = require('${module}');\n`);
  }
}

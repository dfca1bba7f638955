// Copies the files of Swagger UI that the host serves, with its licence, into packages/http-koa/viewer/generated. The
// host does not depend on swagger-ui-dist, because that package installs @scarf/scarf, which reports every install.
// `node src/viewer.mjs` copies the files, `--check` lists those that differ from the installed version.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = [
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'],
  ...['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
];

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = resolve(root, 'packages/http-koa/viewer/generated');

/** Removes the line that names a source map, because the map is not copied. */
function content(name) {
  const bytes = readFileSync(resolve(source, name));
  if (!/\.(js|css)$/.test(name)) return bytes;
  return Buffer.from(bytes.toString('utf8').replace(/\n(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\n?$/, '\n'));
}

function isSame(name) {
  try {
    return readFileSync(resolve(target, name)).equals(content(name));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

if (process.argv.includes('--check')) {
  const stale = FILES.filter((name) => !isSame(name));
  for (const name of stale) console.error(`packages/http-koa/viewer/generated/${name} is not that of swagger-ui-dist`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  mkdirSync(target, { recursive: true });
  for (const name of FILES) {
    writeFileSync(resolve(target, name), content(name));
    console.log(relative(root, resolve(target, name)));
  }
}

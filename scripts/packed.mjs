import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { docstringsWithCodes } from './docstring-codes.mjs';
import { commandFile, ROOT, run } from './project.mjs';
import { moduleDoors, npmInstall, plainFiles, publishedManifests, TEMP, tarballOf } from './tarballs.mjs';

/*
 * Installs the packed packages in an empty project like a user, and imports every entry point.
 * Optional peers are not installed, because importing an entry point must not need them.
 */

const ATTW = ['--no-definitely-typed', '--no-emoji', '--no-summary', '--format', 'ascii'];

/** Programs of a user without ESM, by kind; each loads both entry points of the client. */
const COMMON_JS = {
  'client.cjs': `
const { ShaonClient, ShaonOptionsError } = require('@shaon/client-sdk');
const { verifyWebhook } = require('@shaon/client-sdk/webhooks');
import('@shaon/client-sdk').then(({ ShaonClient: imported }) => {
  if (imported !== ShaonClient) throw new Error('import and require give two clients');
  if (typeof verifyWebhook !== 'function' || typeof ShaonOptionsError !== 'function') throw new Error('names are missing');
  console.log('@shaon/client-sdk: required and imported as one');
});
`,
  // The build that is used without support for the condition module-sync.
  'old-client.cjs': `
const { join } = require('node:path');
const { ShaonClient } = require(join(__dirname, 'node_modules/@shaon/client-sdk/cjs/dist/index.js'));
const fetch = async () => Response.json({ data: [{ id: 3, name: 'x' }] });
const shaon = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch });
shaon.departments.list().then(([{ id }]) => console.log('@shaon/client-sdk: its CommonJS build lists ' + id));
`,
};

/** An entry point that is not a module, such as an OpenAPI document or a style sheet, only has to exist. */
const PROGRAM = `
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
for (const door of process.argv.slice(2)) {
  try {
    const url = import.meta.resolve(door);
    if (!existsSync(fileURLToPath(url))) throw new Error('the file is not in the package');
    const names = url.endsWith('.js') ? Object.keys(await import(door)) : [];
    console.log(door + ': ' + names.length + ' names');
  } catch (error) {
    console.error(door + ': ' + error.message);
    process.exitCode = 1;
  }
}
process.exit();
`;

/**
 * The pages' files are packed beside the modules. The sign-in page needs no database, so the check loads it and each of
 * its files.
 */
const PAGES_PROGRAM = `
import { createServer } from 'node:http';
import { adminRequestListener } from '@shaon/http-koa/admin';
const log = { info() {}, warn: console.error, error: console.error };
const core = { extension: { log }, clock: { now: () => new Date() }, messages: { isMailing: false } };
const server = createServer().listen(0, '127.0.0.1', async () => {
  const origin = 'http://127.0.0.1:' + server.address().port;
  server.on('request', adminRequestListener(core, null, { baseUrl: origin }));
  let files = 0;
  for (const language of ['he', 'en']) {
    const page = await fetch(origin + '/sign-in', { headers: { 'Accept-Language': language } });
    if (page.status !== 200) throw new Error('/sign-in: ' + page.status);
    const paths = [...(await page.text()).matchAll(/(?:href|src)="([^"]*[/]assets[/][^"]+)"/g)];
    for (const [, path] of paths) {
      const { status } = await fetch(new URL(path, origin));
      if (status !== 200) throw new Error(path + ': ' + status);
      files += 1;
    }
  }
  if (files < 8) throw new Error('The sign-in asks for ' + files + ' files only.');
  console.log('@shaon/http-koa/admin: a page with its ' + files + ' files');
  process.exit();
});
`;

/** @typedef {import('./tarballs.mjs').Manifest} Manifest */

/** @returns whether all is as it should be */
export async function checkPacked() {
  const published = publishedManifests();
  const project = join(TEMP, 'empty');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const tarballs = published.map((manifest) => tarballOf(TEMP, manifest));
  await npmInstall(project, tarballs);
  let sound = await compileAgainst(project, published);
  sound = (await servePages(project)) && sound;
  sound = (await requireClient(project)) && sound;
  for (const manifest of published) {
    sound = (await importDoors(project, manifest)) && sound;
    sound = hasReadme(project, manifest) && sound;
    sound = isReadable(join(project, 'node_modules', manifest.name)) && sound;
    sound = (await lint('publint', ['run', tarballOf(TEMP, manifest), '--strict'])) && sound;
    const plain = plainFiles(manifest).flatMap((door) => ['--exclude-entrypoints', door]);
    // The package with a CommonJS build must resolve for every user, the others only for users that read `exports`.
    const profile = ['--profile', manifest.main === undefined ? 'node16' : 'strict'];
    const args = [tarballOf(TEMP, manifest), ...profile, ...ATTW, ...plain];
    sound = (await lint('@arethetypeswrong/cli', args, 'attw')) && sound;
  }
  return sound;
}

/** @param {string} project @param {Manifest} manifest @returns whether the package has a README and keywords */
function hasReadme(project, { name, keywords }) {
  const sound = existsSync(join(project, 'node_modules', name, 'README.md')) && (keywords ?? []).length > 0;
  if (!sound) console.error(`${name}: needs a README.md and keywords`);
  return sound;
}

/**
 * @param {string} folder of an installed package @returns whether its source maps contain the sources, and its
 * docstrings no codes that only this project knows
 */
function isReadable(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/node_modules/.test(name));
  const faults = files.flatMap((name) => {
    const file = join(folder, name);
    if (!/\.(?:js|ts|map)$/.test(name)) return [];
    const text = readFileSync(file, 'utf8');
    if (!name.endsWith('.map')) {
      const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(text) ?? [];
      const isLost = map !== undefined && !existsSync(join(dirname(file), map));
      return [...(isLost ? [`${file}: its source map leads nowhere`] : []), ...docstringsWithCodes(text)];
    }
    const { sources, sourcesContent } = JSON.parse(text);
    return sources.length === sourcesContent?.length ? [] : [`${file}: the sources are missing`];
  });
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

/** @param {string} project @param {Manifest} manifest */
async function importDoors(project, manifest) {
  const doors = Object.keys(manifest.exports).map((door) => posix.join(manifest.name, door));
  const file = join(project, 'import-doors.mjs');
  writeFileSync(file, PROGRAM);
  return (await run(process.execPath, [file, ...doors], { cwd: project })) === 0;
}

/** @param {string} project */
async function servePages(project) {
  const file = join(project, 'serve-pages.mjs');
  writeFileSync(file, PAGES_PROGRAM);
  return (await run(process.execPath, [file], { cwd: project })) === 0;
}

/** @param {string} project */
async function requireClient(project) {
  let sound = true;
  for (const [name, program] of Object.entries(COMMON_JS)) {
    const file = join(project, name);
    writeFileSync(file, program);
    sound = (await run(process.execPath, [file], { cwd: project })) === 0 && sound;
  }
  return sound;
}

/**
 * Compiles a program that imports every entry point, including our declaration files. Only errors in our own
 * declarations count.
 *
 * @param {string} project @param {Manifest[]} manifests
 */
async function compileAgainst(project, manifests) {
  const doors = manifests.flatMap(moduleDoors);
  const program = doors.map((door, index) => `export * as door${index} from '${door}';\n`);
  writeFileSync(join(project, 'compile-doors.ts'), program.join(''));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2023', lib: ['es2023'], module: 'nodenext' },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['compile-doors.ts'] }));
  let output = '';
  await run(process.execPath, [commandFile('typescript', 'tsc'), '--pretty', 'false'], {
    cwd: project,
    print: 'nothing',
    onOutput: (text) => {
      output += text;
    },
  });
  const faults = output.split('\n').filter((line) => /^(compile-doors|node_modules\/@shaon\/)/.test(line));
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

/** @param {string} packageName @param {string[]} args */
async function lint(packageName, args, command = packageName) {
  return (await run(process.execPath, [commandFile(packageName, command), ...args], { print: 'failure' })) === 0;
}

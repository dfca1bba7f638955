import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../tools/testing/src/global-setup.ts';
import { createTestDatabase } from '../tools/testing/src/index.ts';
import { installerEnvironment, ROOT, run } from './project.mjs';
import { pack, publishedManifests, tarballOf } from './tarballs.mjs';

/*
 * `npm run drill`: runs the commands of people's first day, in folders of its own, and prints each command with its
 * time. An operator gets to a first answer and to a verified webhook, a Nest product to its first hire, and a company
 * with 100,000 days moves from SQLite to PostgreSQL. It uses the addresses of the README, so the ports 8080 and 4443
 * must be free.
 */

const DAYS = 100_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const HOST = 'http://127.0.0.1:8080/api/v1';
const TOKEN = '-H "Authorization: Bearer $(cat data/demo/token)"';

/** @typedef {{ what: string, seconds: number, commands: number }} Leg */

const temp = mkdtempSync(join(tmpdir(), 'shaon-drill-'));
/** @type {Leg[]} */
const legs = [];
let commands = 0;
const clone = join(temp, 'shaon');

let code = 0;
try {
  for (const port of [8080, 4443]) await assertFree(port);
  await startAsAnOperator();
  await hireInANestProduct();
  await moveToPostgres();
  console.log(`\n| | minutes | commands |\n|---|--:|--:|`);
  for (const { what, seconds, commands: count } of legs)
    console.log(`| ${what} | ${(seconds / 60).toFixed(1)} | ${count} |`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  code = 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
process.exit(code);

/** From an empty folder to the README's first answer and its first verified webhook. */
async function startAsAnOperator() {
  const began = performance.now();
  await sh(`git clone --quiet --no-hardlinks ${ROOT} shaon`, temp);
  await during(keep('npm start', clone), async (server) => {
    await server.line(/"listening":/);
    await sh(`curl --fail --silent ${TOKEN} "${HOST}/attendance?per_page=2"`, clone);
    leg('a fresh clone to the first answer', began);

    const answered = performance.now();
    await during(keep('npm start', join(clone, 'examples/receive-webhooks')), async (receiver) => {
      await receiver.line(/^listening https/m);
      const employee = JSON.stringify({
        ...{ name: 'דנה לוי', id_number: '123456782', email: 'dana.levi@acme.example', phone: '050-123-4567' },
        ...{ salary_type: 'hourly', hourly_rate: 52 },
      });
      await sh(
        `curl --fail --silent ${TOKEN} -H "Content-Type: application/json" -d '${employee}' ${HOST}/employees`,
        clone,
      );
      await receiver.line(/^verified employee\.created/m);
      leg('from there to a verified webhook', answered);
    });
  });
}

/**
 * From an empty folder with the packages to a hire that is committed with the product's own row, including compilation.
 */
async function hireInANestProduct() {
  const tarballs = join(temp, 'tarballs');
  mkdirSync(tarballs);
  await pack(tarballs);
  const project = join(temp, 'product');
  const example = join(ROOT, 'examples/frameworks');
  for (const name of ['nest', 'check.ts', 'tsconfig.json'])
    cpSync(join(example, name), join(project, name), { recursive: true });
  const ours = publishedManifests().map((manifest) => [manifest.name, `file:${tarballOf(tarballs, manifest)}`]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(example, 'nest/package.json'), 'utf8'));
  const all = { ...dependencies, ...devDependencies, ...Object.fromEntries(ours) };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: all }));

  const began = performance.now();
  await sh('npm install --no-audit --no-fund --loglevel=error typescript@7', project);
  await sh('npx tsc', project);
  const database = JSON.stringify({ type: 'sqlite', path: join(temp, 'product.sqlite') });
  await sh(`node check.js ./nest/app.js '${database}'`, project);
  leg('a Nest product to its first committed hire', began);
}

/** From a SQLite file to PostgreSQL, and the check that nothing is missing. */
async function moveToPostgres() {
  const folder = join(temp, 'source');
  await run(process.execPath, [join(ROOT, 'bench/generate-import.mjs'), folder, String(DAYS), '400']);
  const from = `sqlite:${join(temp, 'source.sqlite')}`;
  const settings = { SHAON_DATA_DIR: join(temp, 'moving'), DATABASE_URL: from };
  await sh('npm run --silent shaon -- migrate', ROOT, settings);
  await sh(`npm run --silent shaon -- import ${folder}`, ROOT, settings);
  await mochaGlobalSetup();
  const database = await createTestDatabase('postgres');
  try {
    if (database.connection.type !== 'postgres') throw new Error('This leg needs PostgreSQL.');
    const began = performance.now();
    await sh(`npm run --silent shaon -- move --to ${database.connection.url}`, ROOT, settings);
    leg(`SQLite to PostgreSQL with ${DAYS.toLocaleString('en')} days`, began);
  } finally {
    await database.drop();
    await mochaGlobalTeardown();
  }
}

/** @param {string} what @param {number} began */
function leg(what, began) {
  const seconds = (performance.now() - began) / 1_000;
  legs.push({ what, seconds, commands });
  commands = 0;
  console.log(`== ${what}: ${seconds.toFixed(0)} s`);
}

/** Runs a command to its end. @param {string} command @param {string} cwd @param {Record<string, string>} [settings] */
async function sh(command, cwd, settings = {}) {
  const began = performance.now();
  commands += 1;
  const env = { ...environment(), ...settings };
  const code = await run('bash', ['-c', command], { cwd, env, print: 'failure' });
  console.log(`${seconds(began)} ${shown(command)}`);
  if (code !== 0) throw new Error(`The command ended with ${code}: ${shown(command)}`);
}

/**
 * Starts a command that keeps running.
 *
 * @param {string} command @param {string} cwd
 */
function keep(command, cwd) {
  const began = performance.now();
  commands += 1;
  let output = '';
  /** @type {(() => void)[]} */
  let listeners = [];
  const child = spawn('bash', ['-c', `exec ${command}`], {
    ...{ cwd, env: environment(), detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tell = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      tell();
    });
  const ended = new Promise((resolve) => child.once('close', resolve));
  void ended.then(tell);
  return {
    /** Waits for a line of its output. @param {RegExp} pattern */
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${command} did not say ${pattern}:\n${output}`)),
          LONGEST_WAIT_MS,
        );
        const look = () => {
          const isThere = pattern.test(output);
          if (!isThere && child.exitCode === null) return;
          clearTimeout(timer);
          listeners = listeners.filter((listener) => listener !== look);
          if (!isThere) return reject(new Error(`${command} has ended:\n${output}`));
          console.log(`${seconds(began)} ${command}, until ${pattern}`);
          resolve(undefined);
        };
        listeners.push(look);
        look();
      }),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGTERM');
      await ended;
    },
  };
}

/**
 * Ends the started command, whether or not the work fails.
 *
 * @param {ReturnType<typeof keep>} started @param {(started: ReturnType<typeof keep>) => Promise<void>} work
 */
async function during(started, work) {
  try {
    await work(started);
  } finally {
    await started.stop();
  }
}

/** The environment of a new user, without settings of Shaon. */
function environment() {
  const isOurs = (/** @type {string} */ name) => /^(SHAON_|DATABASE_|REDIS_|PORT$)/.test(name);
  return Object.fromEntries(Object.entries(installerEnvironment()).filter(([name]) => !isOurs(name)));
}

/** @param {number} began */
function seconds(began) {
  return `${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s `;
}

/** A command without passwords and without this machine's folders. @param {string} command */
function shown(command) {
  const short = command.replaceAll(temp, '…').replaceAll(ROOT, '.');
  return short.replace(/(:\/\/[^:\s]+):[^@\s]+@/g, '$1:…@');
}

/** @param {number} port */
function assertFree(port) {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new Error(`The port ${port} is taken; the drill uses the README's own addresses.`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}

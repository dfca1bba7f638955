import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { locate, mutantsOf } from './mutation/mutant.mjs';
import { accountMutants } from './mutation/mutants/accounts.mjs';
import { attendanceMutants } from './mutation/mutants/attendance.mjs';
import { databaseMutants } from './mutation/mutants/database.mjs';
import { employeeMutants } from './mutation/mutants/employees.mjs';
import { inputMutants } from './mutation/mutants/input.mjs';
import { timeMutants } from './mutation/mutants/time.mjs';
import { v1Mutants } from './mutation/mutants/v1.mjs';
import { webhookMutants } from './mutation/mutants/webhooks.mjs';
import { makeWorkingCopy } from './mutation/working-copy.mjs';
import { commandFile, onEndingSignal, packageFolders, ROOT, run } from './project.mjs';

/*
 * `npm run mutation`: puts small faults, one at a time, into a copy of the project and checks whether the tests find
 * them. `-- --only v1` runs the mutants whose name or file contains the text, `--sample 30` that many of them, others
 * each day, `--list` only lists them, `--postgres` runs the tests on PostgreSQL instead of SQLite. Exits with 1 if a fault survives that is not explained in the data.
 */

/** @typedef {import('./mutation/mutant.mjs').Mutant} Mutant */
/** @typedef {'killed' | 'survived' | 'explained' | 'does not compile' | 'needless explanation' | 'not found'} Verdict */

const LONGEST_RUN_MS = 180_000;

const GROUPS = [
  ...timeMutants,
  ...databaseMutants,
  ...inputMutants,
  ...employeeMutants,
  ...attendanceMutants,
  ...accountMutants,
  ...webhookMutants,
  ...v1Mutants,
];

const USAGE = `npm run mutation -- [--only <text>]… [--sample <number>] [--list] [--postgres]

Puts one small fault after another into a copy of the project and shows which no test finds.

  --only <text>      only the mutants whose name or file contains the text; may stand several times
  --sample <number>  about so many of them, others each day
  --list             shows the mutants and whether their code is still found, and runs nothing
  --postgres         runs the tests on PostgreSQL in place of SQLite
  --help             shows this
`;

const values = readArguments();
const sources = readSources();
const named = mutantsOf(GROUPS).filter(({ name, file }) =>
  values.only.some((part) => name.includes(part) || file.includes(part)),
);
const chosen = values.sample === undefined ? named : sampleOf(named, Number(values.sample));
process.exitCode = values.help ? help() : values.list ? list() : await runAll();

function readArguments() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [''] },
        sample: { type: 'string' },
        list: { type: 'boolean', default: false },
        postgres: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

/** @param {Mutant[]} mutants @param {number} number */
function sampleOf(mutants, number) {
  const step = Math.max(1, Math.round(mutants.length / number));
  const day = Math.floor(Date.now() / 86_400_000);
  return mutants.filter((_, index) => index % step === day % step);
}

function help() {
  console.log(USAGE);
  return 0;
}

function list() {
  for (const mutant of chosen) {
    const place = locate(mutant, sources);
    const note =
      'fault' in place ? `  NOT FOUND: it ${place.fault}` : place.file === mutant.file ? '' : `  now in ${place.file}`;
    console.log(`${mutant.name}: ${mutant.find} -> ${mutant.replace}${note}`);
    if (mutant.survives !== null) console.log(`    survives: ${mutant.survives}`);
  }
  const lost = chosen.filter((mutant) => 'fault' in locate(mutant, sources)).length;
  console.log(`${chosen.length} mutants, ${lost} not found`);
  return lost === 0 ? 0 : 1;
}

async function runAll() {
  const started = performance.now();
  let isEnded = false;
  onEndingSignal(() => {
    isEnded = true;
  });
  const copy = makeWorkingCopy();
  process.once('exit', copy.remove);
  const tests = new Set(chosen.flatMap((mutant) => mutant.tests));
  console.log(`${chosen.length} mutants, ${tests.size} test files. First the tests without a fault.`);
  if (!(await passWithoutFault(copy.path))) {
    console.log('The tests fail without a fault: mend that first.');
    return 1;
  }
  /** @type {(readonly [Mutant, Verdict, string])[]} */
  const results = [];
  for (const [index, mutant] of chosen.entries()) {
    if (isEnded) return 130;
    const [verdict, detail] = await tryMutant(mutant, copy.path);
    if (isEnded) return 130;
    results.push([mutant, verdict, detail]);
    console.log(
      `${String(index + 1).padStart(String(chosen.length).length)}/${chosen.length} ${verdict}: ${mutant.name}`,
    );
  }
  return report(results, (performance.now() - started) / 60_000);
}

/** @param {string} root of the copy */
async function passWithoutFault(root) {
  if (!(await compile(root))) return false;
  for (const database of new Set(chosen.map(databaseOf))) {
    const mutants = chosen.filter((mutant) => databaseOf(mutant) === database);
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
    if ((await test(root, tests, database, 'failure')) !== 0) return false;
  }
  return true;
}

/** @param {Mutant} mutant */
function databaseOf(mutant) {
  return mutant.database ?? (values.postgres ? 'postgres' : 'sqlite');
}

/**
 * @param {Mutant} mutant
 * @param {string} root of the copy
 * @returns {Promise<readonly [Verdict, string]>}
 */
async function tryMutant(mutant, root) {
  const place = locate(mutant, sources);
  if ('fault' in place) return ['not found', `the code ${place.fault}`];
  const file = join(root, place.file);
  writeFileSync(file, place.mutated);
  try {
    if (!(await compile(root))) return ['does not compile', 'choose another fault'];
    if ((await test(root, mutant.tests, databaseOf(mutant), 'nothing')) === 0) {
      return mutant.survives === null ? ['survived', 'no test fails'] : ['explained', mutant.survives];
    }
    return mutant.survives === null ? ['killed', ''] : ['needless explanation', 'a test finds it: take it out'];
  } finally {
    writeFileSync(file, /** @type {string} */ (sources.get(place.file)));
  }
}

/** @param {string} root */
async function compile(root) {
  return (await run(process.execPath, [commandFile('typescript', 'tsc'), '-b'], { cwd: root, print: 'nothing' })) === 0;
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @param {'sqlite' | 'postgres'} database
 * @param {'failure' | 'nothing'} print
 */
async function test(root, files, database, print) {
  const args = [commandFile('mocha'), '--bail', '--reporter', 'dot', '--exit', ...files];
  const env = { ...process.env, SHAON_TEST_ONLY: database, TZ: 'America/New_York' };
  // A fault that makes a test wait forever counts as found.
  const limit = AbortSignal.timeout(print === 'failure' ? 10 * LONGEST_RUN_MS : LONGEST_RUN_MS);
  return await run(process.execPath, args, { cwd: root, env, print, limit });
}

/**
 * @param {readonly (readonly [Mutant, Verdict, string])[]} results
 * @param {number} minutes
 */
function report(results, minutes) {
  console.log();
  for (const [mutant, verdict, detail] of results) {
    if (verdict === 'killed') continue;
    console.log(
      `${verdict}: ${mutant.name} in ${mutant.file}\n    ${mutant.find}\n    -> ${mutant.replace}\n    ${detail}`,
    );
  }
  /** @param {Verdict} wanted */
  const count = (wanted) => results.filter(([, verdict]) => verdict === wanted).length;
  const [killed, explained] = [count('killed'), count('explained')];
  const open = results.length - killed - explained;
  console.log(
    `${results.length} mutants: ${killed} killed, ${explained} survive with a reason, ${open} to look at; ${minutes.toFixed(1)} minutes`,
  );
  return open === 0 ? 0 : 1;
}

function readSources() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const folder of packageFolders(['packages'])) {
    for (const name of readdirSync(join(ROOT, folder, 'src'), { recursive: true })) {
      const file = posix.join(folder, 'src', String(name).replaceAll('\\', '/'));
      if (file.endsWith('.ts')) found.set(file, readFileSync(join(ROOT, file), 'utf8'));
    }
  }
  return found;
}

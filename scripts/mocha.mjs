import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFile, readJson, run } from './project.mjs';
import { longestFirst, mayNotRunAgain } from './test-files.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Counts */
/** @typedef {{ passed: number, skipped: number, failures: string[], seconds: number }} FileResult each failure as `title: message` */
/** @typedef {Record<string, FileResult>} Results by test file, named from the root */
/**
 * A run of mocha.
 *
 * @typedef {object} Run
 * @property {number} code of the process
 * @property {Results | undefined} results undefined if it ended before its tests
 * @property {string[]} notes
 */

/**
 * A test file waits a third of its time for processes, disks and clocks, so one process more than there are cores keeps
 * all cores busy.
 */
const JOBS = Math.min(availableParallelism() + 1, 4);
const SLOWEST_SHOWN = 25;

/** More files fail for a reason that a second try does not remove. */
const MOST_TRIED_AGAIN = 3;

/**
 * Runs the test files and counts. A run that crashes counts as one more failure. A few files that fail
 * run again, alone, because a busy machine fails tests that wait; the notes name what passed only then.
 *
 * @param {string[]} files from the root
 * @param {Record<string, string>} environment
 * @returns {Promise<Counts>}
 */
export async function runMocha(files, environment) {
  if (files.length === 1) return countsOf(await runOnce(files, environment, null));
  let run = await runOnce(files, environment, JOBS);
  for (const file of filesToTryAgain(run)) {
    console.log(`\n== again, alone: ${file}`);
    // In a process of its own as before, which may leave threads inside SQLite open.
    run = withSecondTry(run, await runOnce([file], environment, 2));
  }
  console.log(slowestOf(run.results));
  return countsOf(run);
}

/** The slowest files, as lines of seconds and name. @param {Results | undefined} results */
function slowestOf(results = {}) {
  const slowest = Object.entries(results).sort(([, one], [, other]) => other.seconds - one.seconds);
  return slowest
    .slice(0, SLOWEST_SHOWN)
    .map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');
}

/**
 * The failed files of a run that may pass when they run alone.
 *
 * @param {Run} run
 * @returns {string[]}
 */
export function filesToTryAgain({ results = {} }) {
  const failed = Object.keys(results).filter((file) => results[file]?.failures.length !== 0);
  if (failed.length > MOST_TRIED_AGAIN) return [];
  return failed.filter((file) => !mayNotRunAgain(file));
}

/**
 * The first run with the results of the second in place of its own, for the same files.
 *
 * @param {Run} first
 * @param {Run} second
 * @returns {Run}
 */
export function withSecondTry(first, second) {
  if (second.results === undefined) return first;
  const results = { ...first.results, ...second.results };
  const cured = failuresOf(first.results).filter(([file]) => results[file]?.failures.length === 0);
  const isCured = failuresOf(results).length === 0;
  return {
    ...first,
    code: isCured ? second.code : first.code,
    results,
    notes: [...first.notes, ...cured.map(([file, what]) => `PASSED ONLY WHEN RUN AGAIN, ALONE: ${file}: ${what}`)],
  };
}

/**
 * @param {string[]} files
 * @param {Record<string, string>} environment
 * @param {number | null} jobs null for the files in mocha's own process
 * @returns {Promise<Run>}
 */
async function runOnce(files, environment, jobs) {
  const temp = mkdtempSync(join(tmpdir(), 'shaon-run-'));
  const resultsFile = join(temp, 'results.json');
  const toolsFile = join(temp, 'missing-tools');
  // Not passed as arguments, because a Windows command line is too short for so many.
  const config = join(temp, 'mocharc.json');
  writeFileSync(config, JSON.stringify({ ...readJson('.mocharc.json'), spec: longestFirst(files) }));
  try {
    const code = await run(
      process.execPath,
      [
        commandFile('mocha'),
        ...['--config', config],
        ...(jobs === null ? [] : ['--parallel', '--jobs', String(jobs)]),
        ...['--reporter', './scripts/mocha-reporter.mjs'],
      ],
      {
        env: {
          ...testEnvironment(),
          ...environment,
          SHAON_TEST_RESULTS: resultsFile,
          SHAON_TEST_MISSING_TOOLS: toolsFile,
        },
      },
    );
    const notes = readTools(toolsFile).map((line) => `Tests were skipped without ${line}`);
    return { code, results: readResults(resultsFile), notes };
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/**
 * The settings of a Shaon that somebody runs on this machine must not reach the tests. A time zone far from UTC reveals
 * code that uses the machine's zone, which most test machines would hide.
 */
function testEnvironment() {
  const ours = Object.entries(process.env).filter(
    ([name]) => name.startsWith('SHAON_TEST_') || !/^(SHAON_.*|DATABASE_URL|REDIS_URL|PORT)$/.test(name),
  );
  return { TZ: 'America/New_York', ...Object.fromEntries(ours) };
}

/**
 * The counts of a run; every fault counts as a failure.
 *
 * @param {Run} run
 * @returns {Counts}
 */
export function countsOf({ code, results, notes }) {
  if (results === undefined)
    return { passed: 0, failed: 1, skipped: 0, notes: [...notes, 'mocha ended before the tests did.'] };
  const failures = failuresOf(results);
  const sum = (/** @type {'passed' | 'skipped'} */ name) =>
    Object.values(results).reduce((total, result) => total + result[name], 0);
  const counts = { passed: sum('passed'), failed: failures.length, skipped: sum('skipped') };
  const all = [...notes, ...failures.map(([file, what]) => `FAILED: ${file}: ${what}`)];
  if (counts.passed + counts.failed + counts.skipped === 0)
    return { ...counts, failed: 1, notes: [...all, 'There was no test.'] };
  if (counts.failed === 0 && code !== 0)
    return { ...counts, failed: 1, notes: [...all, `mocha ended with code ${code}.`] };
  return { ...counts, notes: all };
}

/** @param {Results | undefined} results @returns {[file: string, what: string][]} */
function failuresOf(results = {}) {
  return Object.entries(results).flatMap(([file, { failures }]) =>
    failures.map((what) => /** @type {[string, string]} */ ([file, what])),
  );
}

/** @param {string} file @returns {Results | undefined} */
function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {string} file */
function readTools(file) {
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].sort() : [];
}

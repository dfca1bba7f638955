import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFile, readJson, run } from './project.mjs';
import { longestFirst } from './test-files.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Counts */

const LONGEST_MINUTES = 60;
/**
 * A test file waits a third of its time for processes, disks and clocks, so one process more than there are cores keeps
 * all cores busy.
 */
const JOBS = Math.min(availableParallelism() + 1, 4);
/** How long the process may run after its last test; anything still open then is a fault of the tests. */
const LINGER_SECONDS = 20;

/**
 * Runs the test files and counts. A run that crashes or does not end counts as one more failure.
 *
 * @param {string[]} files from the root
 * @param {Record<string, string>} environment
 * @returns {Promise<Counts>}
 */
export async function runMocha(files, environment) {
  const temp = mkdtempSync(join(tmpdir(), 'shaon-run-'));
  const countsFile = join(temp, 'counts.json');
  const toolsFile = join(temp, 'missing-tools');
  // Not passed as arguments, because a Windows command line is too short for so many.
  const config = join(temp, 'mocharc.json');
  writeFileSync(config, JSON.stringify({ ...readJson('.mocharc.json'), spec: longestFirst(files) }));
  const limit = new AbortController();
  const timers = [
    setTimeout(() => limit.abort(`The tests ran longer than ${LONGEST_MINUTES} minutes.`), LONGEST_MINUTES * 60_000),
  ];
  const watch = setInterval(() => {
    if (!existsSync(countsFile)) return;
    clearInterval(watch);
    timers.push(setTimeout(() => limit.abort('After the last test something was left open.'), LINGER_SECONDS * 1_000));
  }, 200);
  try {
    const code = await run(
      process.execPath,
      [
        commandFile('mocha'),
        ...['--config', config],
        ...(files.length > 1 ? ['--parallel', '--jobs', String(JOBS)] : []),
        ...['--reporter', './scripts/mocha-reporter.mjs'],
      ],
      {
        limit: limit.signal,
        env: {
          ...testEnvironment(),
          ...environment,
          SHAON_TEST_COUNTS: countsFile,
          SHAON_TEST_MISSING_TOOLS: toolsFile,
        },
      },
    );
    return judge(code, limit.signal, readCounts(countsFile), readTools(toolsFile));
  } finally {
    clearInterval(watch);
    for (const timer of timers) clearTimeout(timer);
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
 * The result of a run; every fault counts as a failure.
 *
 * @param {number} code of mocha
 * @param {AbortSignal} limit
 * @param {{ passed: number, failed: number, skipped: number } | undefined} counts
 * @param {string[]} tools
 * @returns {Counts}
 */
export function judge(code, limit, counts, tools) {
  const notes = tools.map((line) => `Tests were skipped without ${line}`);
  if (limit.aborted) notes.push(String(limit.reason));
  if (counts === undefined)
    return { passed: 0, failed: 1, skipped: 0, notes: [...notes, 'mocha ended before the tests did.'] };
  if (counts.passed + counts.failed + counts.skipped === 0)
    return { ...counts, failed: 1, notes: [...notes, 'There was no test.'] };
  if (counts.failed === 0 && code !== 0)
    return { ...counts, failed: 1, notes: [...notes, `mocha ended with code ${code}.`] };
  return { ...counts, notes };
}

/** @param {string} file */
function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {string} file */
function readTools(file) {
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].sort() : [];
}

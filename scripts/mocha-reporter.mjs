import { writeFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import Mocha from 'mocha';
import { ROOT } from './project.mjs';

/** @typedef {import('./mocha.mjs').Results} Results */

const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_TEST_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
  Mocha.Runner.constants;

/** Prints dots, each failure's title at once, and the failures at the end; writes each file's results to the file named by SHAON_TEST_RESULTS. */
export default class CountingReporter extends Mocha.reporters.Dot {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      process.stdout.write(`\nfailed: ${test.fullTitle()}: ${firstLine(error)}\n`);
    });
    const file = process.env.SHAON_TEST_RESULTS;
    if (file === undefined) return;
    /** @type {Results} */
    const results = {};
    runner.on(EVENT_TEST_PASS, (test) => {
      resultOf(results, test).passed += 1;
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      resultOf(results, test).skipped += 1;
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      resultOf(results, test).failures.push(`${test.fullTitle()}: ${firstLine(error)}`);
    });
    const addTime = (/** @type {Mocha.Test | Mocha.Hook} */ ended) => {
      resultOf(results, ended).seconds += (ended.duration ?? 0) / 1000;
    };
    runner.on(EVENT_TEST_END, addTime);
    runner.on(EVENT_HOOK_END, addTime);
    runner.once(EVENT_RUN_END, () => writeFileSync(file, JSON.stringify(results)));
  }
}

/** @param {Results} results @param {{ file?: string | undefined }} test or hook */
function resultOf(results, test) {
  // A hook of the root stands in no test file.
  const path = test.file ?? 'a root hook';
  const file = isAbsolute(path) ? relative(ROOT, path).replaceAll('\\', '/') : path;
  results[file] ??= { passed: 0, skipped: 0, failures: [], seconds: 0 };
  return results[file];
}

/** @param {unknown} error */
function firstLine(error) {
  const message = error instanceof Error || isWithMessage(error) ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

/** @param {unknown} error @returns {error is { message: string }} an error of another process */
function isWithMessage(error) {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}

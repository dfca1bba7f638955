import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from './mocha.mjs';
import { commandFile, onEndingSignal, packageFolders, ROOT, readJson, run } from './project.mjs';
import { setUp } from './setup.mjs';
import { ALL_VARIABLE, isForRelease, suiteFolders, testFilesOf } from './test-files.mjs';

/*
 * `npm test`: what a change needs. `npm run test:all` contains it and adds what a release needs: files named
 * `*.release.test.ts`, the long form of the files that have one, and more checks. `npm test -- core`: the suites of
 * packages/core. `npm test -- lint boundaries`: some checks. `npm test -- packages/core/test/time.test.ts`: one file.
 * The last line is `N passed, N failed[, N skipped]`.
 */

/** @typedef {import('./mocha.mjs').Counts} Counts */
/** @typedef {Parameters<typeof run>[2]} RunOptions */
/** @typedef {(options: RunOptions) => Promise<number>} RunCheck ends with 0 when it passes */
/** @typedef {{ name: string, run: RunCheck }} Check each counts as one test */

/** @param {string} packageName @param {string[]} args @returns {RunCheck} */
const tool =
  (packageName, args, command = packageName) =>
  (options) =>
    run(process.execPath, [commandFile(packageName, command), ...args], options);
/** @param {string} name @param {string[]} [args] @returns {RunCheck} */
const script =
  (name, args = []) =>
  (options) =>
    run(process.execPath, [join(ROOT, 'scripts', name), ...args], options);
/** @param {string} file of a script that is or imports TypeScript @param {string[]} [args] @returns {RunCheck} */
const typedScript =
  (file, args = []) =>
  (options) =>
    run(process.execPath, ['--import', 'tsx', join(ROOT, file), ...args], options);

/** @type {Check[]} */
const BEFORE_SUITES = [
  { name: 'generated', run: checkGenerated },
  { name: 'lint', run: tool('@biomejs/biome', ['check', '--error-on-warnings', '.'], 'biome') },
  { name: 'types', run: tool('typescript', ['-p', 'tsconfig.tests.json'], 'tsc') },
  { name: 'boundaries', run: script('boundaries.mjs') },
  { name: 'knip', run: tool('knip', ['--no-progress']) },
];
/** For a release, after the suites. @type {Check[]} */
const RELEASE_CHECKS = [
  { name: 'packaging', run: typedScript('scripts/packaging.mjs', ['--quick']) },
  { name: 'screenshots', run: typedScript('packages/http-koa/test/admin/browser/screenshots.ts') },
  { name: 'mutation', run: tool('@stryker-mutator/core', ['run'], 'stryker') },
];

/** Whether a signal has asked for the end. */
let isEnding = false;

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} names */
async function main(names) {
  // run() ends the child; here only the next one must not start.
  onEndingSignal((signal) => {
    isEnding = true;
    console.error(`Ended by ${signal}.`);
    setTimeout(() => process.exit(1), 3_000).unref();
  });
  const plan = makePlan(names);
  try {
    await setUp('all');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return report([], { passed: 0, failed: 1, skipped: 0, notes: [] });
  }
  /** @type {[string, boolean][]} */
  const results = [];
  results.push(...(await perform(plan.before)));
  const counts = await runSuites(plan.files);
  results.push(...(await perform(plan.after)));
  return report(results, counts);
}

/** @param {string[]} names */
function makePlan(names) {
  const suites = suiteFolders();
  const all = suites.flatMap(testFilesOf);
  if (names.length === 0) {
    return { before: BEFORE_SUITES, after: [], files: all.filter((file) => !isForRelease(file)) };
  }
  if (names.length === 1 && names[0] === '--all') {
    process.env[ALL_VARIABLE] = '1';
    return { before: BEFORE_SUITES, after: RELEASE_CHECKS, files: all };
  }
  const unknown = names.filter((name) => !isCheck(name) && filesOf(name, suites).length === 0);
  if (unknown.length > 0) {
    const known = [...BEFORE_SUITES, ...RELEASE_CHECKS].map((check) => check.name);
    console.error(
      `Unknown: ${unknown.join(', ')}. There are the checks ${known.join(', ')} and the suites ${suites.join(', ')}.`,
    );
    process.exit(2);
  }
  return {
    before: BEFORE_SUITES.filter((check) => names.includes(check.name)),
    after: RELEASE_CHECKS.filter((check) => names.includes(check.name)),
    files: names.flatMap((name) => filesOf(name, suites)),
  };
}

/** @param {string} name */
function isCheck(name) {
  return [...BEFORE_SUITES, ...RELEASE_CHECKS].some((check) => check.name === name);
}

/** @param {string} name @param {string[]} suites */
function filesOf(name, suites) {
  if (name.endsWith('.test.ts') && existsSync(join(ROOT, name))) return [name];
  return suites.filter((folder) => folder === name || folder.split('/').at(-1) === name).flatMap(testFilesOf);
}

/** @param {string[]} files @returns {Promise<Counts>} */
async function runSuites(files) {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0, notes: [] };
  heading('suites');
  return await runMocha(files, {});
}

/**
 * Two at a time, because each of them sometimes waits. The output of each is printed when it has ended.
 *
 * @param {readonly Check[]} checks @returns {Promise<[string, boolean][]>}
 */
async function perform(checks) {
  const waiting = [...checks];
  /** @type {[string, boolean][]} */
  const results = [];
  const inTurn = async () => {
    for (let check = waiting.shift(); check !== undefined && !isEnding; check = waiting.shift()) {
      const start = performance.now();
      /** @type {string[]} */
      const printed = [];
      const code = await check.run({ print: 'nothing', onOutput: (text) => printed.push(text) });
      heading(check.name);
      process.stdout.write(printed.join(''));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${check.name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
      results.push([check.name, code === 0]);
    }
  };
  await Promise.all([inTurn(), inTurn()]);
  return results;
}

/**
 * Generated files are generated again and compared, by each package's own script.
 *
 * @type {RunCheck}
 */
async function checkGenerated(options) {
  let failures = 0;
  for (const folder of packageFolders()) {
    if (readJson(`${folder}/package.json`).scripts?.['check:generated'] === undefined) continue;
    const code = await run('npm', ['run', '--silent', 'check:generated'], { ...options, cwd: join(ROOT, folder) });
    if (code !== 0) failures += 1;
  }
  return failures;
}

/** @param {[string, boolean][]} results @param {Counts} counts */
function report(results, counts) {
  heading('result');
  const failedChecks = results.filter(([, passed]) => !passed).map(([name]) => name);
  if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(', ')}`);
  for (const note of counts.notes) console.log(note);
  const passed = counts.passed + results.length - failedChecks.length;
  const failed = counts.failed + failedChecks.length;
  console.log(`${passed} passed, ${failed} failed${counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`}`);
  return failed === 0 ? 0 : 1;
}

/** @param {string} name */
function heading(name) {
  console.log(`\n== ${name}`);
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, ROOT } from './project.mjs';

/*
 * The test files, their order, and those that also run in another configuration. A file is named by its path from the
 * root, with `/`.
 */

/** @returns {string[]} folders that have test files, such as `packages/core` */
export function suiteFolders() {
  return [...packageFolders(), 'scripts', 'bench'].filter((folder) => testFilesOf(folder).length > 0);
}

/** @param {string} folder such as `packages/core` @returns {string[]} */
export function testFilesOf(folder) {
  const tests = join(ROOT, folder, 'test');
  if (!existsSync(tests)) return [];
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/test/${name.replaceAll('\\', '/')}`)
    .sort();
}

/** Set by `npm run test:all`: files that have a long form run it. */
export const ALL_VARIABLE = 'SHAON_TEST_ALL';

/** Whether the file protects a release and not a change, so only `npm run test:all` runs it. @param {string} file */
export const isForRelease = (file) => file.endsWith('.release.test.ts');

/** The slowest files, slowest first. They start first, because a run ends with its last file. */
const LONGEST = [
  'packages/core/test/races/writing-pairs.test.ts',
  'packages/core/test/races/writing-pairs-of-people.test.ts',
  'packages/core/test/database/readings.test.ts',
  'packages/core/test/visited-rows.test.ts',
  'packages/http-koa/test/v1/visited-rows.release.test.ts',
  'packages/http-koa/test/admin/browser/accessibility.test.ts',
  'packages/http-koa/test/host/commands.test.ts',
  'packages/http-koa/test/host/demo.test.ts',
  'packages/webhooks/test/kill/kill.test.ts',
  'packages/http-koa/test/host/code-samples.release.test.ts',
  'packages/http-koa/test/admin/every-page.test.ts',
  'packages/core/test/kill/kill.test.ts',
  'packages/http-koa/test/host/id-numbers.test.ts',
  'packages/core/test/database/replicas/replicas.test.ts',
  'packages/core/test/database/replicas/failover.test.ts',
  'packages/webhooks/test/workers/workers.test.ts',
  'packages/http-koa/test/admin/browser/hostile-journey.test.ts',
  'packages/http-koa/test/fuzz/fuzz.test.ts',
  'packages/webhooks/test/races/pairs.test.ts',
  'packages/core/test/attendance/stored-counts.test.ts',
  'packages/http-koa/test/conformance/faults.test.ts',
  'packages/http-koa/test/conformance/outage.test.ts',
];

/** @param {readonly string[]} files @returns {string[]} */
export function longestFirst(files) {
  return [...LONGEST.filter((file) => files.includes(file)), ...files.filter((file) => !LONGEST.includes(file))];
}

/**
 * Files that search for faults which show only now and then: of races, kills and random input. A failure there counts,
 * even if the file passes when it runs again.
 */
const NOT_RUN_AGAIN = ['/races/', '/kill/', '/fuzz/', '/random'];

/** @param {string} file */
export const mayNotRunAgain = (file) => NOT_RUN_AGAIN.some((part) => file.includes(part));

/** The suites that use packages/core/src/database; they run a second time with its folder `fast` switched off. */
const PLAIN = [
  'packages/core/test/',
  'packages/http-koa/test/v1/',
  'packages/http-koa/test/conformance/',
  'packages/webhooks/test/',
];
/** Tests of connections to receivers and their answers; the other files of dispatch test what is then written. */
const RECEIVERS = [
  'packages/webhooks/test/address-guard/',
  'packages/webhooks/test/dispatch/memory.test.ts',
  'packages/webhooks/test/dispatch/outcome-matrix.test.ts',
  'packages/webhooks/test/dispatch/real-waits.test.ts',
  'packages/webhooks/test/signatures/',
];
/** Those of these files whose code is the same without the folder `fast`: they run only once. */
const ALIKE_WITHOUT_FAST_PATH = [
  // Migrations use their own connection and no engine.
  'packages/core/test/database/counts-migration.test.ts',
  'packages/core/test/database/email-keys-migration.test.ts',
  'packages/core/test/database/people-lists-migration.test.ts',
  'packages/core/test/database/upgrade.test.ts',
  // Long readings and replicas use the same code in both engines.
  'packages/core/test/database/readings.test.ts',
  'packages/core/test/database/replicas/',
  'packages/core/test/database/silent-connections.test.ts',
  // They make the parts of the fast path themselves, or use none.
  'packages/core/test/database/throwing-',
  // The plans of lists: without the fast path other columns are read of the same rows.
  'packages/core/test/visited-rows.test.ts',
  'packages/http-koa/test/v1/visited-rows.release.test.ts',
  // They count the statements of the fast path.
  'packages/core/test/counted-writes.test.ts',
  'packages/http-koa/test/v1/counted-work.test.ts',
  // Hashes, times and requests, without a database.
  'packages/core/test/accounts/password-hash.test.ts',
  'packages/core/test/accounts/password-memory.test.ts',
  'packages/core/test/input/',
  'packages/core/test/time/',
  ...RECEIVERS,
  // The services take the locks, and writing-pairs.test.ts tests the other records in both ways.
  'packages/core/test/races/writing-pairs-of-people.test.ts',
  // The same statements as dispatch, from several processes; core/test/kill kills the writing ones.
  'packages/webhooks/test/kill/',
  'packages/webhooks/test/workers/',
];

/** The paths and prefixes of this file; a test checks that each matches a file. */
export const NAMED = [...LONGEST, ...PLAIN, ...ALIKE_WITHOUT_FAST_PATH];

export const plainFiles = () => filesWithin(PLAIN, ALIKE_WITHOUT_FAST_PATH);

/** @param {readonly string[]} wanted prefixes of paths @param {readonly string[]} unwanted the same */
function filesWithin(wanted, unwanted) {
  const all = suiteFolders().flatMap(testFilesOf);
  /** @param {string} file @param {readonly string[]} beginnings */
  const isWithin = (file, beginnings) => beginnings.some((beginning) => file.startsWith(beginning));
  return all.filter((file) => isWithin(file, wanted) && !isWithin(file, unwanted));
}

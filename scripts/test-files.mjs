import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, ROOT } from './project.mjs';

/*
 * Which test files there are, in which order they run, and which of them run once more in another way. A file is named by
 * its path from the root, with `/`.
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

/** Those that take longest, the longest first. A run is over when its last file is, so these begin first. */
const LONGEST = [
  'packages/core/test/races/writing-pairs.test.ts',
  'packages/core/test/races/writing-pairs-of-people.test.ts',
  'packages/core/test/database/readings.test.ts',
  'packages/http-koa/test/admin/browser/accessibility.test.ts',
  'packages/http-koa/test/host/commands.test.ts',
  'packages/http-koa/test/host/demo.test.ts',
  'packages/webhooks/test/kill/kill.test.ts',
  'packages/core/test/database/months.test.ts',
  'packages/http-koa/test/host/code-samples.test.ts',
  'packages/http-koa/test/admin/every-page.test.ts',
  'packages/core/test/kill/kill.test.ts',
  'packages/http-koa/test/host/id-numbers.test.ts',
  'packages/core/test/database/replicas/replicas.test.ts',
  'packages/core/test/database/replicas/failover.test.ts',
  'packages/webhooks/test/workers/workers.test.ts',
  'packages/http-koa/test/admin/browser/hostile-journey.test.ts',
  'packages/http-koa/test/host/company-keys.test.ts',
  'packages/http-koa/test/fuzz/fuzz.test.ts',
  'packages/webhooks/test/races/pairs.test.ts',
  'packages/core/test/attendance/kept-counts.test.ts',
  'packages/http-koa/test/conformance/faults.test.ts',
  'packages/http-koa/test/conformance/outage.test.ts',
];

/** @param {readonly string[]} files @returns {string[]} */
export function longestFirst(files) {
  return [...LONGEST.filter((file) => files.includes(file)), ...files.filter((file) => !LONGEST.includes(file))];
}

/** What stands on packages/core/src/database, whose folder `fast` is switched off for a second run. */
const PLAIN = [
  'packages/core/test/',
  'packages/http-koa/test/v1/',
  'packages/http-koa/test/conformance/',
  'packages/webhooks/test/',
];
/** How a receiver is reached and what it answers; what is then written is in the other files of dispatch. */
const RECEIVERS = [
  'packages/webhooks/test/address-guard/',
  'packages/webhooks/test/dispatch/memory.test.ts',
  'packages/webhooks/test/dispatch/outcome-matrix.test.ts',
  'packages/webhooks/test/dispatch/real-waits.test.ts',
  'packages/webhooks/test/signatures/',
];
/** What of that does the same with the folder `fast` as without it: it is tested once. */
const ALIKE_WITHOUT_FAST_PATH = [
  // Migrations have a connection of their own and no engine.
  'packages/core/test/database/counts-migration.test.ts',
  'packages/core/test/database/email-keys-migration.test.ts',
  'packages/core/test/database/months.test.ts',
  'packages/core/test/database/people-lists-migration.test.ts',
  'packages/core/test/database/upgrade.test.ts',
  // Both engines give long readings and replicas the same code.
  'packages/core/test/database/readings.test.ts',
  'packages/core/test/database/replicas/',
  'packages/core/test/database/silent-connections.test.ts',
  // Hashes, times and what a caller sends, without a database.
  'packages/core/test/accounts/password-hash.test.ts',
  'packages/core/test/accounts/password-memory.test.ts',
  'packages/core/test/input/',
  'packages/core/test/time/',
  ...RECEIVERS,
  // The locks are the services', and writing-pairs.test.ts sweeps the other records both ways.
  'packages/core/test/races/writing-pairs-of-people.test.ts',
  // The statements of dispatch again, from several processes; core/test/kill kills those that write.
  'packages/webhooks/test/kill/',
  'packages/webhooks/test/workers/',
];

/** What reaches the keys that are unique beyond a company, and what writes the rows that have them. */
const KEYED = [
  ...['accounts', 'employees', 'export', 'external-ids', 'import', 'tokens'].map(
    (feature) => `packages/core/test/${feature}/`,
  ),
  'packages/http-koa/test/v1/',
  ...['deliveries', 'dispatch', 'endpoints'].map((feature) => `packages/webhooks/test/${feature}/`),
];
/** The first fills such tables by SQL of its own, which claims no keys. */
const NOT_KEYED = ['packages/http-koa/test/v1/visited-rows.test.ts', ...RECEIVERS];

/** Paths and their beginnings that this file names: each stands for a file that exists, as a test makes sure. */
export const NAMED = [...LONGEST, ...PLAIN, ...ALIKE_WITHOUT_FAST_PATH, ...KEYED, ...NOT_KEYED];

export const plainFiles = () => filesWithin(PLAIN, ALIKE_WITHOUT_FAST_PATH);
export const keyedFiles = () => filesWithin(KEYED, NOT_KEYED);

/** @param {readonly string[]} wanted beginnings of paths @param {readonly string[]} unwanted the same */
function filesWithin(wanted, unwanted) {
  const all = suiteFolders().flatMap(testFilesOf);
  /** @param {string} file @param {readonly string[]} beginnings */
  const isWithin = (file, beginnings) => beginnings.some((beginning) => file.startsWith(beginning));
  return all.filter((file) => isWithin(file, wanted) && !isWithin(file, unwanted));
}

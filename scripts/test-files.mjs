import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, ROOT } from './project.mjs';

/* The test files and their order. A file is named by its path from the root, with `/`. */

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

/**
 * The slowest files, slowest first. They start first, because a run ends with its last file. A test checks that each is
 * there.
 */
export const LONGEST = [
  'packages/core/test/races/writing-pairs.test.ts',
  'packages/core/test/races/writing-pairs-of-people.test.ts',
  'packages/http-koa/test/v1/visited-rows.release.test.ts',
  'tools/docs/test/bench.release.test.ts',
  'packages/http-koa/test/admin/browser/accessibility.test.ts',
  'packages/http-koa/test/openapi/generators.release.test.ts',
  'packages/core/test/visited-rows.test.ts',
  'packages/core/test/database/readings.test.ts',
  'packages/http-koa/test/admin/every-page.test.ts',
  'packages/http-koa/test/host/import.test.ts',
  'packages/http-koa/test/host/export.test.ts',
  'packages/http-koa/test/host/move.test.ts',
  'packages/http-koa/test/host/demo.test.ts',
  'packages/http-koa/test/host/limit-stores.test.ts',
  'examples/sync-existing-people/test/programs.release.test.ts',
  'packages/webhooks/test/kill/kill.test.ts',
  'packages/http-koa/test/host/code-samples.release.test.ts',
  'packages/core/test/kill/kill.test.ts',
  'packages/core/test/database/replicas/replica.test.ts',
  'packages/core/test/database/replicas/failover.test.ts',
  'packages/webhooks/test/workers/workers.test.ts',
  'packages/http-koa/test/admin/browser/hostile-journey.test.ts',
  'packages/http-koa/test/fuzz/fuzz.test.ts',
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

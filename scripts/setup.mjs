import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { checkNode, install } from './install.mjs';
import { ROOT } from './project.mjs';

/*
 * `npm run setup`: installs the packages needed to run, and builds. Then `npm run shaon -- …` works.
 */

/** The command `shaon`, as built. */
export const COMMAND = join(ROOT, 'packages/http-koa/dist/host/cli.js');

/**
 * Throws an error whose message explains the fault.
 *
 * @param {'run' | 'all'} [scope] which packages are installed
 */
export async function setUp(scope = 'run') {
  checkNode();
  await install({ scope, onlyWhenChanged: true });
  console.log('Compiling …');
  const start = performance.now();
  await build();
  if (!existsSync(COMMAND)) throw new Error('The build has made no command shaon.');
  console.log(`Compiled in ${((performance.now() - start) / 1_000).toFixed(1)} s.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setUp();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

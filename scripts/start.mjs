import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { checkNode, install } from './install.mjs';
import { exitCode, onEndingSignal, ROOT } from './project.mjs';

/*
 * `npm start`: from a fresh clone to a running Shaon with the demo company, on ./data/shaon.sqlite and 127.0.0.1:8080.
 * It ends as the server ends, with its exit code.
 */

const COMMAND = join(ROOT, 'packages/http-koa/dist/host/cli.js');

const DATABASE_URL_IS_SET = `npm start always runs the demo company on ./data/shaon.sqlite, and DATABASE_URL is set.
To run on that database:
  npm run build
  npm run shaon -- migrate
  npm run shaon -- serve
To run the demo all the same, unset DATABASE_URL.`;

process.exitCode = await start(process.env);

/** @param {NodeJS.ProcessEnv} environment @returns {Promise<number>} exit code */
async function start(environment) {
  if ((environment.DATABASE_URL ?? '') !== '') {
    console.error(DATABASE_URL_IS_SET);
    return 1;
  }
  try {
    checkNode();
    await install({ onlyWhenChanged: true });
    await build();
    if (!existsSync(COMMAND)) throw new Error('The build has made no command shaon.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  for (const args of [['migrate'], ['demo', '--once'], ['serve']]) {
    const code = await shaon(args, environment);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Runs one command in the project's folder; SIGINT and SIGTERM are passed to it, and it decides when to end.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
function shaon(args, env) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    // Its own process group: a Ctrl-C reaches it once, from here.
    detached: process.platform !== 'win32',
  });
  const unhook = onEndingSignal((signal) => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      unhook();
      resolve(exitCode(code, signal));
    });
  });
}

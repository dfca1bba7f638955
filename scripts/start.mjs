import { spawn } from 'node:child_process';
import { exitCode, onEndingSignal, ROOT } from './project.mjs';
import { COMMAND, setUp } from './setup.mjs';

/*
 * `npm start`: from a fresh clone to a running Shaon with the demo company, on ./data/shaon.sqlite and 127.0.0.1:8080.
 * It ends with the server, with the same exit code.
 */

const DATABASE_URL_IS_SET = `npm start always runs the demo company on ./data/shaon.sqlite, and DATABASE_URL is set.
To run on that database:
  npm run setup
  npm run shaon -- migrate
  npm run shaon -- serve
To run the demo all the same, unset DATABASE_URL.`;

const STEPS = /** @type {const} */ ([
  ['Making the tables', ['migrate']],
  ['Filling the demo company', ['demo', '--once']],
  ['Starting the server', ['serve']],
]);

process.exitCode = await start(process.env);

/** @param {NodeJS.ProcessEnv} environment @returns {Promise<number>} exit code */
async function start(environment) {
  if ((environment.DATABASE_URL ?? '') !== '') {
    console.error(DATABASE_URL_IS_SET);
    return 1;
  }
  try {
    await setUp();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  for (const [title, args] of STEPS) {
    console.log(`${title} …`);
    const began = performance.now();
    const code = await shaon(args, environment);
    if (code !== 0) return code;
    if (args[0] !== 'serve') console.log(`Done in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  }
  return 0;
}

/**
 * Runs one command in the project's folder; passes SIGINT and SIGTERM to the command, which decides when to end.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
function shaon(args, env) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    // Its own process group, so that it gets a Ctrl-C only once, from here.
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

import { join } from 'node:path';
import { ROOT, run } from './project.mjs';

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

const SHAON = join(ROOT, 'packages/http-koa/dist/host/cli.js');
const STEPS = [
  ['Setting up', join(ROOT, 'scripts/setup.mjs')],
  ['Making the tables', SHAON, 'migrate'],
  ['Filling the demo company', SHAON, 'demo', '--once'],
  ['Starting the server', SHAON, 'serve'],
];

if ((process.env.DATABASE_URL ?? '') !== '') {
  console.error(DATABASE_URL_IS_SET);
  process.exitCode = 1;
} else {
  for (const [title, ...args] of STEPS) {
    console.log(`${title} …`);
    process.exitCode = await run(process.execPath, args);
    if (process.exitCode !== 0) break;
  }
}

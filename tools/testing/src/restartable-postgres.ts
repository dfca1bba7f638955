import { chmodSync, rmSync } from 'node:fs';
import { startPostgres } from './postgres-server.ts';
import { makeFolder } from './run-directory.ts';

/** A PostgreSQL for a single test, which may stop it at any time. */
export interface RestartablePostgres {
  /** URL of its database, as superuser. */
  readonly url: string;
  /** Ends every connection and the server; its data stays. */
  stop(): Promise<void>;
  /** On the same port again, with its data. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Takes some seconds. */
export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const folder = makeFolder('postgres');
  // If the tests run as root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  const server = await startPostgres(folder, { keepsData: true });
  return {
    url: server.url,
    stop: () => server.stop(),
    start: () => server.start(),
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

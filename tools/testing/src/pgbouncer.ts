import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { makeFolder } from './run-directory.ts';
import { startServerProgram } from './server-program.ts';

export interface RunningPgBouncer {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * PgBouncer in transaction mode in front of one database: each transaction gets any free server connection. Call
 * `skipWithout(this, 'pgbouncer')` first.
 *
 * @param options.serverConnections how many connections it opens to PostgreSQL
 * @param options.refusesTimeouts whether it refuses the timeouts that a connection asks for, as managed ones do
 */
export async function startPgBouncer(
  databaseUrl: string,
  options: { readonly serverConnections: number; readonly refusesTimeouts?: boolean },
): Promise<RunningPgBouncer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(new URL(databaseUrl), options);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(
  database: URL,
  { serverConnections, refusesTimeouts = false }: Parameters<typeof startPgBouncer>[1],
): Promise<RunningPgBouncer> {
  const folder = makeFolder('pgbouncer');
  // If the tests run as root, it runs as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const name = database.pathname.slice(1);
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${name} = host=${database.hostname} port=${database.port} dbname=${name} user=${database.username} password=${database.password}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${serverConnections}`,
    'max_client_conn = 200',
    // The database's own settings apply instead.
    ...(refusesTimeouts ? [] : ['ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout']),
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const close = await startServerProgram({
    program: 'pgbouncer',
    args: [...user, settings],
    output: 'stderr',
    ready: 'process up',
    signal: 'SIGKILL',
    folder,
  });
  return { url: `postgres://${database.username}@127.0.0.1:${port}/${name}`, close };
}

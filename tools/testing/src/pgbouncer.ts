import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireTool } from './external-tools.ts';
import { freePort } from './free-port.ts';
import { makeFolder } from './run-directory.ts';

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
 */
export async function startPgBouncer(
  databaseUrl: string,
  { serverConnections }: { readonly serverConnections: number },
): Promise<RunningPgBouncer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(new URL(databaseUrl), serverConnections);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(database: URL, serverConnections: number): Promise<RunningPgBouncer> {
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
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(requireTool('pgbouncer'), [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const close = async () => {
    await end(child);
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `postgres://${database.username}@127.0.0.1:${port}/${name}`, close };
}

async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`pgbouncer did not start:\n${output}`)));
    child.stderr?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('process up')) resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

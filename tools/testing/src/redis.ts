import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { requireTool } from './external-tools.ts';
import { freePort } from './free-port.ts';
import { makeFolder } from './run-directory.ts';

export interface RunningRedis {
  /** `redis://127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * An empty Redis on 127.0.0.1 that writes nothing to disk. Call `skipWithout(this, 'redis-server')` first.
 *
 * @param options.port of an earlier Redis, to start it again; a free one by default
 */
export async function startRedis(options: { port?: number } = {}): Promise<RunningRedis> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options.port ?? (await freePort()));
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(port: number): Promise<RunningRedis> {
  const folder = makeFolder('redis');
  const child = spawn(
    requireTool('redis-server'),
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
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
  return { url: `redis://127.0.0.1:${port}`, port, close };
}

async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server did not start:\n${output}`)));
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

import { freePort } from './free-port.ts';
import { makeFolder } from './run-directory.ts';
import { startServerProgram } from './server-program.ts';

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
  const close = await startServerProgram({
    program: 'redis-server',
    args: ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    output: 'stdout',
    ready: 'Ready to accept connections',
    signal: 'SIGTERM',
    folder,
  });
  return { url: `redis://127.0.0.1:${port}`, port, close };
}

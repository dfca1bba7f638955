import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { SHAON, serving } from '../stalls/watched-server.ts';
import { freePort } from '../v1/postgres-server.ts';

/** What a process holds, in millions of bytes. */
export interface Memory {
  readonly residentMb: number;
  /** Without what is a file's, such as Node's own program. */
  readonly anonymousMb: number;
}

/** A `shaon serve` of which Linux is asked what it takes. */
export interface MeasuredServer {
  readonly origin: string;
  memory(): Memory;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Linux counts the time of a process in these. */
const TICKS_PER_SECOND = 100;

export async function startServer(options: {
  readonly program: string | undefined;
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}): Promise<MeasuredServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [...options.nodeOptions, options.program ?? SHAON, 'serve'], {
    env: { ...process.env, NODE_ENV: 'production', ...options.environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${port}`;
  await serving(child, origin);
  return {
    origin,
    memory: () => memoryOf(child.pid as number),
    cpuSeconds: () => cpuOf(child.pid as number),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => (Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6;
  return { residentMb: mb('VmRSS'), anonymousMb: mb('RssAnon') };
}

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

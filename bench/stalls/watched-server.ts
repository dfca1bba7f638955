import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../v1/postgres-server.ts';
import type { LoopReport } from './watch-loop.ts';

export const SHAON = fileURLToPath(new URL('./cli.js', import.meta.resolve('@shaon/http-koa/host')));
const WATCH = new URL('./watch-loop.js', import.meta.url).href;
const START_MS = 20_000;

/** A `shaon serve` whose event loop is watched from inside. */
export interface WatchedServer {
  readonly origin: string;
  begin(): void;
  end(): Promise<LoopReport>;
  /** The lines of its log that tell of slow readings and transactions, by their names. */
  readonly slow: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** An idle process, whose delays are caused by the machine and not by the server. */
export function startIdle(): Pick<WatchedServer, 'begin' | 'end'> & { stop(): void } {
  const idle = ['--import', WATCH, '--eval', 'setInterval(() => {}, 1000)'];
  const child = spawn(process.execPath, idle, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return { ...watching(child), stop: () => void child.kill('SIGKILL') };
}

function watching(child: ChildProcess): Pick<WatchedServer, 'begin' | 'end'> {
  return {
    begin: () => void child.send('begin'),
    async end() {
      const answer = once(child, 'message');
      child.send('end');
      return (await answer)[0] as LoopReport;
    },
  };
}

/** Starts it as an operator does, with its log, and waits until it serves. */
export async function startWatched(environment: Readonly<Record<string, string>>): Promise<WatchedServer> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', WATCH, SHAON, 'serve'], {
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // If anything here throws, the server process must still end.
  process.once('exit', () => child.kill('SIGKILL'));
  const slow = new Map<string, number>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    for (const [, name = ''] of text.matchAll(
      /"(?:reading|transaction)":"([^"]+)"[^\n]*"msg":"A (?:reading|transaction)/g,
    )) {
      slow.set(name, (slow.get(name) ?? 0) + 1);
    }
  });
  const origin = `http://127.0.0.1:${port}`;
  await serving(child, origin);
  return {
    origin,
    slow,
    ...watching(child),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until a server answers that it is ready. Throws when it ends before, or takes too long. */
export async function serving(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`shaon serve ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error('shaon serve did not start in time');
}

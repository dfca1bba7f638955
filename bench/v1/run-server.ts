import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './postgres-server.ts';

export interface RunningServer {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly databasePid: number | null;
  stop(): Promise<void>;
}

export interface ServerCommand {
  readonly name: string;
  /** The arguments of node. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly databasePid: number | null;
}

const START_MS = 60_000;

/** Starts a server in its own process and waits until it accepts connections. */
export async function runServer(command: ServerCommand): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, command.command, {
    env: { ...process.env, NODE_ENV: 'production', ...command.environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await listening(child, port, command.name);
  return {
    name: command.name,
    port,
    pid: child.pid as number,
    databasePid: command.databasePid,
    stop: () => stop(child),
  };
}

async function listening(child: ChildProcess, port: number, name: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/`).catch(() => null);
    if (answer !== null) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${name} did not start within ${START_MS / 1_000} s`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(killing);
}

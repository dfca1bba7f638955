import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type ExternalTool, requireTool } from './external-tools.ts';

interface ServerProgram {
  readonly program: ExternalTool;
  readonly args: readonly string[];
  /** Where it says that it is ready, and what it says then. */
  readonly output: 'stdout' | 'stderr';
  readonly ready: string;
  /** How to end it. */
  readonly signal: 'SIGTERM' | 'SIGKILL';
  /** Its files, removed when it ends. */
  readonly folder: string;
}

/** Starts a server program and waits until it is ready; returns how to end it. It never outlives this process. */
export async function startServerProgram(server: ServerProgram): Promise<() => Promise<void>> {
  const others = { stdout: 'ignore', stderr: 'inherit' } as const;
  const streams = (['stdout', 'stderr'] as const).map((name) => (name === server.output ? 'pipe' : others[name]));
  const child = spawn(requireTool(server.program), [...server.args], { stdio: ['ignore', ...streams] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const close = async () => {
    await end(child, server.signal);
    process.off('exit', kill);
    rmSync(server.folder, { recursive: true, force: true });
  };
  try {
    await ready(child, server);
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

async function ready(child: ChildProcess, { program, output: stream, ready: said }: ServerProgram): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${program} did not start:\n${output}`)));
    child[stream]?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes(said)) resolve();
    });
  });
}

async function end(child: ChildProcess, signal: ServerProgram['signal']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

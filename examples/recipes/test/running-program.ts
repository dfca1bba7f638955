import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runnableProgram } from '@shaon/testing';

/** A recipe as a process of its own. */
export interface RunningProgram {
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has printed this. */
  printed(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

export async function start(
  recipe: string,
  args: string[],
  environment: Record<string, string>,
): Promise<RunningProgram> {
  const file = await runnableProgram(fileURLToPath(new URL(`../src/${recipe}.ts`, import.meta.url)));
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killChild);
    return code as number | null;
  });
  return {
    output: () => text,
    printed: async (wanted) => {
      const end = Date.now() + 30_000;
      while (!text.includes(wanted)) {
        if (Date.now() > end) throw new Error(`No "${wanted}" in:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill: (signal) => child.kill(signal),
    ended,
  };
}

/** Runs it to its end; gives what it printed. */
export async function run(recipe: string, args: string[], environment: Record<string, string>): Promise<string> {
  const program = await start(recipe, args, environment);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${recipe} ended with ${code}:\n${program.output()}`);
  return program.output();
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command `shaon` of the package http-koa. */
const COMMAND = fileURLToPath(new URL('cli.js', import.meta.resolve('@shaon/http-koa/host')));

export type Environment = Readonly<Record<string, string>>;

export interface RunningShaon {
  /** The log line that said that it is ready. */
  readonly line: Readonly<Record<string, unknown>>;
  /** Stops it; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server and waits for the log line that says it is ready. */
export async function startShaon(command: string, ready: string, environment: Environment): Promise<RunningShaon> {
  const { child, ended, output, kill } = spawnShaon([command], environment);
  const line = await new Promise<Record<string, unknown>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const parsed = text.startsWith('{') ? JSON.parse(text) : {};
      if (parsed.msg === ready) resolve(parsed);
    });
    void ended.then(() => reject(new Error(`shaon ${command} ended:\n${output.join('')}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    process.off('exit', kill);
    return code;
  };
  return { line, stop };
}

/** Runs a command to its end and returns its output. Throws if it fails. */
export async function runShaon(args: readonly string[], environment: Environment): Promise<string> {
  const { ended, output, kill } = spawnShaon(args, environment);
  const code = await ended;
  process.off('exit', kill);
  if (code !== 0) throw new Error(`shaon ${args.join(' ')} ended with ${code}:\n${output.join('')}`);
  return output.join('');
}

function spawnShaon(args: readonly string[], environment: Environment) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output, kill };
}

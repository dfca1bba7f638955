import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND = fileURLToPath(new URL('cli.js', import.meta.resolve('@shaon/http-koa/host')));
const run = promisify(execFile);

export type Environment = Readonly<Record<string, string>>;

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** An empty folder in which a page's commands are typed, with `shaon` on the PATH and none of this machine's settings. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'shaon-docs-'));
  #environment: Environment = { PATH: `${join(this.folder, 'bin')}${delimiter}${process.env.PATH ?? ''}` };

  constructor(environment: Environment = {}) {
    this.set(environment);
    mkdirSync(join(this.folder, 'bin'));
    const file = join(this.folder, 'bin/shaon');
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
    chmodSync(file, 0o755);
  }

  set(environment: Environment): void {
    this.#environment = { ...this.#environment, ...environment };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs commands of a shell, each of which must succeed, and gives what they print. */
  async sh(commands: string): Promise<string> {
    const options = { cwd: this.folder, env: this.#environment };
    return (await run('bash', ['-euo', 'pipefail', '-c', commands], options)).stdout;
  }

  /** `shaon serve` on a free port, in this folder. */
  async serve(): Promise<RunningServer> {
    const env = { ...this.#environment, PORT: '0' };
    const child = spawn(process.execPath, [COMMAND, 'serve'], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (text) => {
        const line = text.startsWith('{') ? JSON.parse(text) : {};
        if (line.msg === 'Shaon is ready') resolve(String(line.listening));
      });
      void ended.then(() => reject(new Error('shaon serve has ended')));
    });
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    };
    return { url, stop };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ABILITY_NAMES, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import type { Connection } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';

/** A key ring for tests only. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** The built command. */
export const shaonCommand = fileURLToPath(new URL('../../dist/host/cli.js', import.meta.url));
const START_MS = 60_000;
/** A command that fills a database, such as the demo, takes its time on a busy machine. */
const COMMAND_MS = 180_000;
/** For a test that starts several processes: each takes a second of computing, and the machine may be busy. */
export const SEVERAL_PROCESSES_MS = 240_000;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The settings of a server on a test's database, which listens on a free port. */
export function settingsFor(connection: Connection, folder: string, more: Settings = {}): Settings {
  return {
    DATABASE_URL: connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url,
    SHAON_KEYS: TEST_KEYS,
    SHAON_DATA_DIR: folder,
    SHAON_SMS: 'spool',
    PORT: '0',
    ...more,
  };
}

/** An empty folder for files of one suite; `remove` it at the end. */
export function makeDataFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'shaon-host-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a command of the built `shaon` to its end; as another user when `uid` is given, which only root may. */
export async function shaon(args: readonly string[], settings: Settings, uid?: number): Promise<Ended> {
  const child = start(args, settings, uid);
  const limit = setTimeout(() => {
    console.error(`shaon ${args.join(' ')} did not end in ${COMMAND_MS} ms, and was killed.`);
    child.kill('SIGKILL');
  }, COMMAND_MS);
  try {
    return await collect(child);
  } finally {
    clearTimeout(limit);
  }
}

/** The built `shaon` as a process of its own, with nothing of this process's settings. */
function start(args: readonly string[], settings: Settings, uid?: number, node = process.execPath): ChildProcess {
  const child = spawn(node, [shaonCommand, ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}

async function collect(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}

/** A server that runs; every test ends its own. */
export class RunningShaon {
  readonly lines: Record<string, unknown>[] = [];
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #waiting: { readonly message: string; readonly found: (line: Record<string, unknown>) => void }[] = [];

  private constructor(args: readonly string[], settings: Settings, node?: string) {
    this.#child = start(args, settings, undefined, node);
    this.ended = collect(this.#child);
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (text) => this.#hear(text));
  }

  /** Waits until it is ready. Throws with its output when it ends instead. `node` is the program that runs it. */
  static async serve(settings: Settings, args: readonly string[] = ['serve'], ready = 'Shaon is ready', node?: string) {
    const shaon = new RunningShaon(args, settings, node);
    await shaon.line(ready);
    return shaon;
  }

  /** The first log line with this message. Throws when the process ends before. */
  async line(message: string): Promise<Record<string, unknown>> {
    const there = this.lines.find((line) => line.msg === message);
    if (there !== undefined) return there;
    let timer: NodeJS.Timeout | undefined;
    const found = new Promise<Record<string, unknown>>((resolve) => {
      this.#waiting.push({ message, found: resolve });
    });
    const ended = this.ended.then(({ code, signal, stdout, stderr }) => {
      throw new Error(`shaon ended with ${signal ?? code} without "${message}":\n${stdout}${stderr}`);
    });
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.signal('SIGKILL');
        reject(new Error(`shaon did not say "${message}"`));
      }, START_MS);
    });
    try {
      return await Promise.race([found, ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Where it listens, such as `http://127.0.0.1:49152`. */
  get url(): string {
    return String(this.lines.find((line) => line.msg === 'Shaon is ready')?.listening);
  }

  get metricsUrl(): string {
    const line = this.lines.find((candidate) => typeof candidate.metricsPort === 'number');
    return `http://127.0.0.1:${String(line?.metricsPort)}/metrics`;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.signal(signal);
    return this.ended;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers, redirect: 'manual' });
  }

  #hear(text: string): void {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as Record<string, unknown>;
    this.lines.push(line);
    this.#waiting = this.#waiting.filter(({ message, found }) => {
      if (line.msg === message) found(line);
      return line.msg !== message;
    });
  }
}

/** What `shaon migrate` brings up. */
export async function migrateAll(connection: Connection): Promise<void> {
  await migrateCore(connection);
  await migrateWebhooks(connection);
}

export interface Bakery {
  readonly company: SystemActor;
  /** Holds every ability. */
  readonly token: string;
}

/** A company and a token, made as an embedding product would: no command makes a token. */
export async function makeCompany(connection: Connection): Promise<Bakery> {
  const core = await createCore({ database: connection, keys: TEST_KEYS });
  try {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const { token } = await core.tokens.issue(company, { name: 'test', abilities: [...ABILITY_NAMES] });
    return { company, token };
  } finally {
    await core.close();
  }
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

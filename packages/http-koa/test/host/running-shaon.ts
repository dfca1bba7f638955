import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ABILITY_NAMES, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import type { Connection } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { readConfig } from '../../src/host/config.ts';
import { createHost, type Host } from '../../src/host/host.ts';
import { createLog } from '../../src/host/log.ts';
import { runCommand } from '../../src/host/run-command.ts';

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

/** Keeps what is written to it. */
class Kept extends Writable {
  text = '';

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(text: string | Buffer, _encoding: string, done: () => void): void {
    this.text += text;
    done();
  }
}

/** These have no end, so they only run to one where they are refused. */
const SERVERS: readonly (string | undefined)[] = ['serve', 'worker'];

/**
 * Runs a command of `shaon` to its end in this process. In a process of its own run a server, a command with options of
 * Node, and one as another user, which only root may.
 */
export async function shaon(args: readonly string[], settings: Settings, uid?: number): Promise<Ended> {
  const isAlone = SERVERS.includes(args[0]) || settings.NODE_OPTIONS !== undefined || uid !== undefined;
  if (isAlone) return shaonProcess(args, settings, uid);
  const stdout = new Kept();
  const stderr = new Kept();
  const code = await runCommand(args, { environment: settings, stdout, stderr });
  return { code, signal: null, stdout: stdout.text, stderr: stderr.text };
}

/** Runs a command of the built `shaon` to its end. */
export async function shaonProcess(args: readonly string[], settings: Settings, uid?: number): Promise<Ended> {
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

type Line = Record<string, unknown>;

/** A server that runs; every test ends its own. */
export abstract class Served {
  readonly lines: Line[] = [];
  #waiting: { readonly message: string; readonly found: (line: Line) => void }[] = [];

  /** A signal ends a process in another way than SIGTERM. */
  abstract end(signal?: NodeJS.Signals): Promise<Ended>;

  /** Resolves with the first log line with this message. */
  line(message: string): Promise<Line> {
    const there = this.lines.find((line) => line.msg === message);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((found) => {
      this.#waiting.push({ message, found });
    });
  }

  /** Where it listens, such as `http://127.0.0.1:49152`. */
  get url(): string {
    return String(this.lines.find((line) => line.msg === 'Shaon is ready')?.listening);
  }

  get metricsUrl(): string {
    const line = this.lines.find((candidate) => typeof candidate.metricsPort === 'number');
    return `http://127.0.0.1:${String(line?.metricsPort)}/metrics`;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers, redirect: 'manual' });
  }

  protected hear(text: string): void {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as Line;
    this.lines.push(line);
    this.#waiting = this.#waiting.filter(({ message, found }) => {
      if (line.msg === message) found(line);
      return line.msg !== message;
    });
  }
}

/** A server in this process, as `shaon serve` makes it. */
export class ServedHost extends Served {
  #host: Host | undefined;
  #text = '';

  /** Waits until it is ready; throws what `start` throws. */
  static async serve(settings: Settings): Promise<ServedHost> {
    const served = new ServedHost();
    const config = readConfig(settings);
    const log = createLog({ level: config.logLevel, to: { write: (text) => served.#keep(text) } });
    served.#host = createHost(config, log);
    const { url, baseUrl, metricsPort } = await served.#host.start();
    log.info({ listening: url, baseUrl, metricsPort }, 'Shaon is ready');
    return served;
  }

  async end(): Promise<Ended> {
    await this.#host?.stop();
    return { code: 0, signal: null, stdout: this.#text, stderr: '' };
  }

  #keep(text: string): void {
    this.#text += text;
    this.hear(text);
  }
}

/** A server in a process of its own, by the built command. */
export class RunningShaon extends Served {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;

  private constructor(args: readonly string[], settings: Settings, node?: string) {
    super();
    this.#child = start(args, settings, undefined, node);
    this.ended = collect(this.#child);
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (text) => this.hear(text));
  }

  /** Waits until it is ready. Throws with its output when it ends instead. `node` is the program that runs it. */
  static async serve(settings: Settings, args: readonly string[] = ['serve'], ready = 'Shaon is ready', node?: string) {
    const shaon = new RunningShaon(args, settings, node);
    await shaon.line(ready);
    return shaon;
  }

  /** Throws when the process ends before. */
  override async line(message: string): Promise<Line> {
    let timer: NodeJS.Timeout | undefined;
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
      return await Promise.race([super.line(message), ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.signal(signal);
    return this.ended;
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

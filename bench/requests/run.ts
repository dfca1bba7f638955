import '../v1/without-password-hash.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type KoaApplication from 'koa';
import type { Middleware } from 'koa';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { copySqliteFile } from '../v1/data/make-database.ts';

/*
 * What a small request takes on SQLite in Koa, the v1 routes and core, without the kernel's part: its connection takes the
 * answer and drops it. CPU time of this process, with `--beside` in turns with another built checkout, each in a database
 * of its own schema. As both meet what else the machine does, the ratio is steadier than that of two servers.
 */

type Core = typeof import('@shaon/core');
type HttpKoa = typeof import('@shaon/http-koa');
type MakeDatabase = typeof import('../v1/data/make-database.ts');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    rows: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '16' },
    turns: { type: 'string', default: '300' },
    beside: { type: 'string' },
    keep: { type: 'string' },
  },
});
const [rows, connections, turns] = [values.rows, values.connections, values.turns].map(Number) as [
  number,
  number,
  number,
];
/** So many requests of each connection before the other's turn. */
const IN_TURN = 12;
const WARM_UP_TURNS = 40;
const PREFIX = '/api/v1';
const REQUESTS = { W5: `${PREFIX}/employees/1`, W7: `${PREFIX}/departments` };

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-requests-'));

interface Contender {
  /** Sends so many requests on each connection, and resolves with the last answer. */
  send(path: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** A connection whose other side takes everything and says nothing. */
class SilentConnection extends Duplex {
  readonly remoteAddress = '127.0.0.1';

  constructor() {
    super({ decodeStrings: false });
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }

  override _writev(_chunks: unknown, done: () => void): void {
    done();
  }
}

async function open(checkout: string, name: string): Promise<Contender> {
  const part = (path: string) => import(pathToFileURL(resolve(checkout, path)).href);
  const { createCore } = (await part('packages/core/dist/index.js')) as Core;
  const { createV1Routes } = (await part('packages/http-koa/dist/index.js')) as HttpKoa;
  const { makeSqliteFile } = (await part('bench/dist/v1/data/make-database.js')) as MakeDatabase;
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const { path, company } = await makeSqliteFile(place, rows);
  const database = { type: 'sqlite', path: copySqliteFile(path, 'measured') } as const;
  const core = await createCore({ database, keys: BENCH_KEYS, withoutEvents: true });
  const options = { baseUrl: `http://127.0.0.1${PREFIX}`, limitPerMinute: 1_000_000_000 };
  const listener = listenerOf(checkout, (path) => createV1Routes(core, { ...options, ...path }));
  const sockets = Array.from({ length: connections }, () => new SilentConnection());
  return {
    async send(path, count) {
      for (let sent = 0; sent < count; sent++) {
        await Promise.all(sockets.map((socket) => answered(listener, socket, path, company.token)));
      }
    },
    close: () => core.close(),
  };
}

/** A version before the option `path` is mounted. */
function listenerOf(checkout: string, createRoutes: (path: { readonly path?: string }) => Middleware): RequestListener {
  const requireOf = createRequire(resolve(checkout, 'packages/http-koa/package.json'));
  const Koa = requireOf('koa') as typeof KoaApplication;
  try {
    return new Koa().use(createRoutes({ path: PREFIX })).callback();
  } catch {
    const mount = requireOf('koa-mount') as (path: string, routes: Middleware) => Middleware;
    return new Koa().use(mount(PREFIX, createRoutes({}))).callback();
  }
}

/** Hands a request over as Node's server does, and waits for its answer. */
function answered(listener: RequestListener, connection: SilentConnection, path: string, token: string): Promise<void> {
  const socket = connection as unknown as Socket;
  const request = new IncomingMessage(socket);
  request.method = 'GET';
  request.url = path;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.rawHeaders = ['Host', '127.0.0.1', 'Authorization', `Bearer ${token}`];
  request.headers = { host: '127.0.0.1', authorization: `Bearer ${token}` };
  request.complete = true;
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  return new Promise((resolveAnswer, reject) => {
    response.on('finish', () => {
      response.detachSocket(socket);
      if (response.statusCode === 200) resolveAnswer();
      else reject(new Error(`${path}: ${response.statusCode}`));
    });
    listener(request, response);
  });
}

/** CPU of a request in µs, over the requests of one turn. */
async function cpuOf(contender: Contender, path: string): Promise<number> {
  const before = process.cpuUsage();
  await contender.send(path, IN_TURN);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / IN_TURN / connections;
}

async function measure(contenders: readonly Contender[], path: string): Promise<number[][]> {
  for (const contender of contenders) await contender.send(path, WARM_UP_TURNS * IN_TURN);
  const measured: number[][] = contenders.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, contender] of contenders.entries()) measured[index]?.push(await cpuOf(contender, path));
  }
  return measured;
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

try {
  const contenders = [await open(resolve(import.meta.dirname, '../../..'), 'this')];
  if (values.beside !== undefined) contenders.push(await open(values.beside, 'before'));
  console.log('\n| | CPU µs | before | this is |\n|---|--:|--:|--:|');
  for (const [name, path] of Object.entries(REQUESTS)) {
    const [own = [], before = []] = await measure(contenders, path);
    const ratio = median(own.map((cpu, index) => cpu / (before[index] ?? Number.NaN)));
    const beside = before.length === 0 ? ['', ''] : [median(before).toFixed(0), `${ratio.toFixed(2)} ×`];
    console.log(`| ${name} | ${median(own).toFixed(0)} | ${beside.join(' | ')} |`);
  }
  for (const contender of contenders) await contender.close();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

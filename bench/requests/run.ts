import '../v1/without-password-hash.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import type KoaApplication from 'koa';
import type { Middleware } from 'koa';
import { type Contender, cpuWhile, databaseOf, openContenders, partOf, printBeside } from '../beside.ts';
import { BENCH_KEYS } from '../v1/data/company.ts';

/*
 * What a small request takes on SQLite in Koa, the v1 routes and core, without the kernel's part: its connection takes the
 * answer and drops it.
 */

type Core = typeof import('@shaon/core');
type HttpKoa = typeof import('@shaon/http-koa');

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

interface Service extends Contender {
  /** Sends so many requests on each connection, and resolves with the last answer. */
  send(path: string, count: number): Promise<void>;
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

async function open(checkout: string, place: string): Promise<Service> {
  const { createCore } = await partOf<Core>(checkout, 'packages/core/dist/index.js');
  const { createV1Routes } = await partOf<HttpKoa>(checkout, 'packages/http-koa/dist/index.js');
  const { path, company } = await databaseOf(checkout, place, rows);
  const core = await createCore({ database: { type: 'sqlite', path }, keys: BENCH_KEYS, withoutEvents: true });
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
const cpuOf = async (service: Service, path: string): Promise<number> =>
  (await cpuWhile(() => service.send(path, IN_TURN))) / IN_TURN / connections;

async function measure(services: readonly Service[], path: string): Promise<number[][]> {
  for (const service of services) await service.send(path, WARM_UP_TURNS * IN_TURN);
  const measured: number[][] = services.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, service] of services.entries()) measured[index]?.push(await cpuOf(service, path));
  }
  return measured;
}

try {
  const services = await openContenders(folder, values.beside, open);
  const measured = new Map<string, number[][]>();
  for (const [name, path] of Object.entries(REQUESTS)) measured.set(name, await measure(services, path));
  printBeside(measured);
  for (const service of services) await service.close();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

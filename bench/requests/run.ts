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
import {
  type Contender,
  cpuWhile,
  databaseOf,
  openContenders,
  partOf,
  printBeside,
  withoutPasswordHash,
} from '../beside.ts';
import { orderOfTurn } from '../order-of-turn.ts';
import { BENCH_KEYS, MONTH } from '../v1/data/company.ts';
import { newEmployee } from '../v1/workloads.ts';

/*
 * Measures a small request, or a page of a list, on SQLite in Koa, the v1 routes and core, without the kernel's part: the
 * connection discards the answer.
 */

type Core = typeof import('@shaon/core');
type HttpKoa = typeof import('@shaon/http-koa');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    rows: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '16' },
    turns: { type: 'string', default: '300' },
    workloads: { type: 'string', default: 'W5,W6,W7' },
    beside: { type: 'string' },
    'other-first': { type: 'boolean', default: false },
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

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The month and one of the departments, whose ids begin at 1. */
const MONTH_OF_DEPARTMENT = `date_from=${MONTH.from}&date_to=${MONTH.to}&department_id=4`;

const REQUESTS: Readonly<Record<string, () => Sent>> = {
  W1: () => ({ method: 'GET', path: `${PREFIX}/attendance` }),
  W3: () => ({ method: 'GET', path: `${PREFIX}/attendance?${MONTH_OF_DEPARTMENT}` }),
  W5: () => ({ method: 'GET', path: `${PREFIX}/employees/1` }),
  W6: () => ({ method: 'POST', path: `${PREFIX}/employees`, body: JSON.stringify(newEmployee()) }),
  W7: () => ({ method: 'GET', path: `${PREFIX}/departments` }),
};

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-requests-'));

interface Service extends Contender {
  /** Sends so many requests on each connection, and resolves with the last answer. */
  send(next: () => Sent, count: number): Promise<void>;
}

/** A connection whose other side discards everything. */
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
  withoutPasswordHash(checkout);
  const { createCore } = await partOf<Core>(checkout, 'packages/core/dist/index.js');
  const { createV1Routes } = await partOf<HttpKoa>(checkout, 'packages/http-koa/dist/index.js');
  const { path, company } = await databaseOf(checkout, place, rows);
  const core = await createCore({ database: { type: 'sqlite', path }, keys: BENCH_KEYS, withoutEvents: true });
  const options = { baseUrl: `http://127.0.0.1${PREFIX}`, limitPerMinute: 1_000_000_000 };
  const listener = listenerOf(checkout, (path) => createV1Routes(core, { ...options, ...path }));
  const sockets = Array.from({ length: connections }, () => new SilentConnection());
  return {
    async send(next, count) {
      for (let sent = 0; sent < count; sent++) {
        await Promise.all(sockets.map((socket) => answered(listener, socket, next(), company.token)));
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
function answered(listener: RequestListener, connection: SilentConnection, sent: Sent, token: string): Promise<void> {
  const { method, path, body } = sent;
  const socket = connection as unknown as Socket;
  const request = new IncomingMessage(socket);
  const headers: Record<string, string> = { host: '127.0.0.1', authorization: `Bearer ${token}` };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(body));
  }
  request.method = method;
  request.url = path;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.rawHeaders = Object.entries(headers).flat();
  request.headers = headers;
  request.complete = true;
  if (body !== undefined) request.push(Buffer.from(body));
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  return new Promise((resolveAnswer, reject) => {
    response.on('finish', () => {
      response.detachSocket(socket);
      if (response.statusCode < 300) resolveAnswer();
      else reject(new Error(`${method} ${path}: ${response.statusCode}`));
    });
    listener(request, response);
  });
}

/** CPU of a request in µs, over the requests of one turn. */
const cpuOf = async (service: Service, next: () => Sent): Promise<number> =>
  (await cpuWhile(() => service.send(next, IN_TURN))) / IN_TURN / connections;

async function measure(services: readonly Service[], next: () => Sent): Promise<number[][]> {
  const inOrder = values['other-first'] ? services.toReversed() : services;
  for (const service of inOrder) await service.send(next, WARM_UP_TURNS * IN_TURN);
  const measured: number[][] = services.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, service] of orderOfTurn(services, turn)) measured[index]?.push(await cpuOf(service, next));
  }
  return measured;
}

try {
  const services = await openContenders(folder, values.beside, open, values['other-first']);
  const measured = new Map<string, number[][]>();
  for (const name of values.workloads.split(',')) {
    measured.set(name, await measure(services, REQUESTS[name] as () => Sent));
  }
  printBeside(measured);
  for (const service of services) await service.close();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

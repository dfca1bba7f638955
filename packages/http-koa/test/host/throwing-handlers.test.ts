import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { silentLog } from '@shaon/core';
import { memoryLimitStore } from '@shaon/http-koa';
import { type Door, listen, throwAtDoors } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import { Registry } from 'prom-client';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { readMultipart } from '../../src/admin/multipart.ts';
import { watchAudit } from '../../src/host/audit-health.ts';
import { startBackground } from '../../src/host/background.ts';
import { closeServer, RequestsInProgress } from '../../src/host/drain.ts';
import { createHttpServer } from '../../src/host/http-server.ts';
import type { HostLog } from '../../src/host/log.ts';
import { createMetrics } from '../../src/host/metrics.ts';
import { registerMetrics } from '../../src/host/register-metrics.ts';
import { logRequests } from '../../src/host/request-log.ts';
import { limitUnreadBody } from '../../src/host/unread-body.ts';
import { logConnectionErrors } from '../../src/http/connection-errors.ts';
import { drainBody } from '../../src/v1/drain-body.ts';
import { LimitWithFallback } from '../../src/v1/limit-fallback.ts';
import { LimitHealth } from '../../src/v1/limit-health.ts';

function throws(): never {
  throw new Error('thrown in a handler');
}

type Server = Parameters<typeof listen>[0];

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Listens while `work` runs. */
async function serving<T>(server: Server, work: (at: Awaited<ReturnType<typeof listen>>) => Promise<T>): Promise<T> {
  const listening = await listen(server);
  try {
    return await work(listening);
  } finally {
    await listening.close();
  }
}

const answering = (...before: Koa.Middleware[]) => {
  const app = new Koa();
  for (const middleware of before) app.use(middleware);
  return app.use((ctx) => {
    ctx.body = 'answered';
  });
};

const answers = (app: Server, also: () => Promise<unknown>) =>
  serving(app, async ({ url }) => {
    expect(await (await fetch(url)).text()).to.equal('answered');
    await also();
  });

/** Sends a text to a server, and waits. */
const telling = (server: Server, text: string, wait: () => Promise<unknown>) =>
  serving(server, async ({ port }) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    await wait();
    socket.destroy();
  });

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const EXPECTING = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n';

const OF_REQUESTS: readonly Door[] = [
  {
    handler: 'request log',
    holds: 'the request is answered',
    open: ({ log, untilFailed }) => answers(answering(logRequests(log as HostLog)).callback(), untilFailed),
  },
  {
    handler: [],
    unlogged: 'the request log, when the log cannot even tell of it',
    holds: 'the request is answered',
    async open({ log }) {
      let tries = 0;
      const error = () => {
        tries += 1;
        throws();
      };
      const app = answering(logRequests({ ...log, error } as unknown as HostLog));
      await answers(app.callback(), () => until(() => tries === 1));
    },
  },
  {
    handler: 'request metrics',
    holds: 'the request is answered',
    async open({ log, untilFailed }) {
      const { measure } = await createMetrics(log as HostLog);
      const app = answering(measure, (ctx, next) => {
        Object.defineProperty(ctx.state, 'shaon', { get: throws });
        return next();
      });
      await answers(app.callback(), untilFailed);
    },
  },
  ...[
    { handler: 'answer to a request', what: 'a request', text: GET },
    { handler: 'answer to a request', what: 'a request with an expectation', text: EXPECTING },
    { handler: 'unparsable request', what: 'what cannot be parsed', text: 'nonsense\r\n\r\n' },
  ].map(
    ({ handler, what, text }): Door => ({
      handler,
      holds: `${what} leaves the server running`,
      open: ({ log, untilFailed }) =>
        telling(createHttpServer(throws, { log: log as HostLog, onUnparsable: throws }), text, untilFailed),
    }),
  ),
  {
    handler: 'answer to a request',
    holds: 'a rejected promise leaves the server running',
    open: ({ log, untilFailed }) =>
      telling(
        createHttpServer(async () => throws(), { log: log as HostLog, onUnparsable: null }),
        GET,
        untilFailed,
      ),
  },
  {
    handler: ['end of an answer before its body', 'unread body'],
    holds: 'a body that nobody reads is left',
    async open({ log, failed }) {
      let reads = 0;
      const socket = {
        get bytesRead() {
          reads += 1;
          return reads === 2 ? throws() : 0;
        },
        get destroyed() {
          return reads > 2;
        },
      };
      const headers = { 'content-length': '5' };
      for (const request of [
        { headers, complete: false, socket },
        { headers, complete: false },
      ]) {
        const response = new EventEmitter();
        limitUnreadBody(request as never, response as never, log as HostLog);
        response.emit('finish');
      }
      await until(() => failed.length === 2);
    },
  },
  {
    handler: 'unparsable request after an answer',
    holds: 'the server goes on',
    async open({ log, untilFailed }) {
      const waiting: (() => void)[] = [];
      const server = createHttpServer((_request, response) => void waiting.push(() => response.end('first')), {
        log: log as HostLog,
        onUnparsable: throws,
      });
      await telling(server, `${GET}nonsense\r\n\r\n`, async () => {
        await until(() => waiting.length === 1);
        waiting[0]?.();
        await untilFailed();
      });
    },
  },
  {
    handler: 'server error',
    holds: 'it is logged after the server listens',
    async open({ log }) {
      const server = createHttpServer(() => undefined, { log: log as HostLog, onUnparsable: null });
      await serving(server, async () => server.emit('error', new Error('no file descriptor is left')));
    },
  },
  {
    handler: 'expectation of a request',
    holds: 'the request is answered although another listener of requests throws',
    async open({ log }) {
      const server = createHttpServer((_request, response) => response.end('answered'), {
        log: log as HostLog,
        onUnparsable: null,
      });
      await serving(server, async ({ port }) => {
        server.once('request', throws);
        const socket = connect(port, '127.0.0.1', () => socket.write(EXPECTING));
        const [answer] = await once(socket, 'data');
        expect(String(answer)).to.include('200 OK');
        socket.destroy();
      });
    },
  },
  {
    handler: 'latest request of a connection',
    holds: 'the server goes on',
    open({ log }) {
      const server = createHttpServer(() => undefined, { log: log as HostLog, onUnparsable: null });
      server.emit('request', { url: '/', headers: {} }, {});
    },
  },
  {
    handler: [],
    unlogged: 'the end of a request for which a stop waits',
    holds: 'the stop ends',
    async open() {
      const requests = new RequestsInProgress(silentLog);
      const counting = requests.counting(
        (_request, response) => response.end('answered'),
        () => true,
      );
      await answers(counting, () => requests.ended(60_000));
      expect(requests.count).to.equal(0);
    },
  },
  ...(
    [
      { level: 'warn', handler: 'v1 connection error' },
      { level: 'warn', handler: 'pages connection error' },
      { level: 'debug', handler: 'host connection error' },
    ] as const
  ).map(
    ({ level, handler }): Door => ({
      handler,
      holds: 'the app goes on',
      open({ log }) {
        const app = new Koa();
        logConnectionErrors(app, level, { log, name: handler });
        app.emit('error', new Error('The other side has hung up.'));
      },
    }),
  ),
];

/** The log tells of the handler alone; these throw by themselves. */
const OF_PARTS: readonly Door[] = [
  {
    handler: 'part of a form',
    holds: 'the form is refused',
    async open({ log }) {
      const body = Readable.from([
        Buffer.from('--edge\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--edge--\r\n'),
      ]);
      const request = Object.assign(body, { headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
      const refused = await readMultipart(request as never, { log }).catch((error: unknown) => error);
      expect(refused).to.have.property('kind', 'badRequest');
    },
  },
  {
    handler: 'refused body',
    holds: 'the body is read to its end',
    async open({ log, failed }) {
      const body = new PassThrough({ objectMode: true }) as PassThrough & IncomingMessage;
      const drained = drainBody(body, log);
      body.emit('data', undefined);
      expect(failed).to.deep.equal(['refused body']);
      body.end();
      await drained;
    },
  },
  {
    handler: 'limit health',
    holds: 'calls are counted',
    async open({ log }) {
      const counter = memoryLimitStore({ keyPrefix: 'test', points: 2, duration: 60 }) as RateLimiterMemory;
      const limit = new LimitWithFallback(counter, counter, new LimitHealth(throws), log);
      const unavailable = new LimitWithFallback({ consume: throws } as never, counter, new LimitHealth(throws), log);
      expect((await limit.consume('caller')).remainingPoints).to.equal(1);
      expect((await unavailable.consume('caller')).remainingPoints).to.equal(0);
    },
  },
  {
    handler: 'audit flush',
    holds: 'the audit goes on',
    open({ log }) {
      const audit = { onFlush: null as null | ((rows: number, seconds: number, isLost: boolean) => void) };
      watchAudit({ audit } as never, { auditFlushed: throws }, log as HostLog);
      audit.onFlush?.(1, 0.1, false);
    },
  },
  {
    handler: 'audit metrics of a product',
    holds: 'Shaon has its own figures',
    async open({ log }) {
      const audit = { onFlush: throws as (rows: number, seconds: number, isLost: boolean) => void };
      const registry = new Registry();
      await registerMetrics({ registry, core: { audit, extension: { log } } as never });
      audit.onFlush(3, 0.1, false);
      expect(await registry.metrics()).to.include('shaon_audit_rows_total{outcome="written"} 3');
    },
  },
  {
    handler: 'cutting off connections',
    holds: 'the server ends with them',
    async open({ log, failed, untilFailed }) {
      const server = createServer(() => undefined);
      const { url } = await listen(server);
      const abandoned = new AbortController();
      const answer = fetch(url, { signal: abandoned.signal }).catch(() => null);
      await once(server, 'request');
      const closed = closeServer(Object.assign(server, { closeAllConnections: throws }), log as HostLog);
      await untilFailed();
      expect(failed).to.deep.equal(['cutting off connections']);
      abandoned.abort();
      await closed;
      await answer;
    },
  },
];

const BACKGROUND: Door = {
  handler: 'background work: test',
  again: true,
  holds: 'the work is done again, when the log cannot tell of its failure',
  logThrows: true,
  async open({ log }) {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('work that fails');
    };
    const background = startBackground(
      { name: 'test', firstAfterSeconds: 0.001, everySeconds: 0.001, run },
      log as HostLog,
    );
    await until(() => runs >= 3);
    await background.stop(60_000);
  },
};

describe('a throw in a handler of http-koa', () => {
  throwAtDoors(
    [...OF_REQUESTS.map((door): Door => ({ ...door, logThrows: true })), BACKGROUND, ...OF_PARTS],
    () => undefined,
  );
});

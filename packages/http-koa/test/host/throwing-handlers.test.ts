import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { silentLog } from '@shaon/core';
import { type HandlerLog, handlerLog, type Listening, listen, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import pg from 'pg';
import { Background } from '../../src/host/background.ts';
import { RequestsInProgress } from '../../src/host/drain.ts';
import { createHttpServer } from '../../src/host/http-server.ts';
import { lockLimitCount } from '../../src/host/limit-count-lock.ts';
import type { HostLog } from '../../src/host/log.ts';
import { createMetrics } from '../../src/host/metrics.ts';
import { logRequests } from '../../src/host/request-log.ts';
import { limitUnreadBody } from '../../src/host/unread-body.ts';
import { migrateAll } from './running-shaon.ts';

/* What a handler throws would be an uncaught exception, which fails the test that it meets. */

const throwing = () => {
  throw new Error('a handler that fails');
};

describe('a handler of the host that throws', () => {
  let log: HostLog;
  let failed: readonly string[];
  let untilFailed: HandlerLog['untilFailed'];
  let open: Listening[];

  beforeEach(() => {
    const handlers = handlerLog({ throws: true });
    log = handlers.log as HostLog;
    ({ failed, untilFailed } = handlers);
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((listening) => listening.close()));
  });

  const serve = async (server: Parameters<typeof listen>[0]) => {
    const listening = await listen(server);
    open.push(listening);
    return listening;
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('is the request log', async () => {
    const app = new Koa().use(logRequests(log)).use((ctx) => {
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await untilFailed();
    expect(failed).to.deep.equal(['request log']);
  });

  it('is the request log, when the log cannot even tell of it', async () => {
    let tries = 0;
    const error = () => {
      tries += 1;
      throwing();
    };
    const app = new Koa().use(logRequests({ ...log, error } as unknown as HostLog)).use((ctx) => {
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await until(() => tries === 1);
  });

  it('is the metrics of requests', async () => {
    const { measure } = await createMetrics(log);
    const app = new Koa().use(measure).use((ctx) => {
      Object.defineProperty(ctx.state, 'shaon', { get: throwing });
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await untilFailed();
    expect(failed).to.deep.equal(['request metrics']);
  });

  const heads = [
    { what: 'the listener of requests', head: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', handler: 'answer to a request' },
    {
      what: 'the listener of requests, of one with an expectation',
      head: 'GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n',
      handler: 'answer to a request',
    },
    { what: 'the count of what cannot be parsed', head: 'nonsense\r\n\r\n', handler: 'unparsable request' },
  ];
  for (const { what, head, handler } of heads) {
    it(`is ${what}`, async () => {
      const server = createHttpServer(throwing, { log: log, onUnparsable: throwing });
      const { port } = await serve(server);
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      await untilFailed();
      socket.destroy();
      expect(failed).to.deep.equal([handler]);
    });
  }

  it('is the listener of requests, when its promise is rejected', async () => {
    const server = createHttpServer(async () => throwing(), { log: log, onUnparsable: null });
    const { port } = await serve(server);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await untilFailed();
    socket.destroy();
    expect(failed).to.deep.equal(['answer to a request']);
  });

  it('is the limit of a body that nobody reads', async () => {
    let reads = 0;
    const socket = {
      get bytesRead() {
        reads += 1;
        return reads === 2 ? throwing() : 0;
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
      limitUnreadBody(request as never, response as never, log);
      response.emit('finish');
    }
    await until(() => failed.length === 2);
    expect(failed).to.deep.equal(['end of an answer before its body', 'unread body']);
  });

  it('is what follows an answer that an unparsable request has waited for', async () => {
    const answers: (() => void)[] = [];
    const server = createHttpServer((_request, response) => void answers.push(() => response.end('first')), {
      log: log,
      onUnparsable: throwing,
    });
    const { port } = await serve(server);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n'));
    await until(() => answers.length === 1);
    answers[0]?.();
    await untilFailed();
    socket.destroy();
    expect(failed).to.deep.equal(['unparsable request after an answer']);
  });

  it('is an error of the server after it listens', async () => {
    const server = createHttpServer(() => undefined, { log, onUnparsable: null });
    await serve(server);
    server.emit('error', new Error('no file descriptor is left'));
    expect(failed).to.deep.equal(['server error']);
  });

  it('is the listener of expectations, when another listener of requests throws', async () => {
    const server = createHttpServer((_request, response) => response.end('answered'), { log, onUnparsable: null });
    const { port } = await serve(server);
    server.once('request', throwing);
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n'),
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).to.include('200 OK');
    socket.destroy();
    expect(failed).to.deep.equal(['expectation of a request']);
  });

  it('is the memory of the latest request of a connection', async () => {
    const server = createHttpServer(() => undefined, { log, onUnparsable: null });
    server.emit('request', { url: '/', headers: {} }, {});
    expect(failed).to.deep.equal(['latest request of a connection']);
  });

  it('is background work, when the log cannot tell of its failure', async () => {
    const background = new Background(log);
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('work that fails');
    };
    background.start({ name: 'test', firstAfterSeconds: 0.001, everySeconds: 0.001, run });
    await until(() => runs >= 3);
    await background.stop(60_000);
    expect(failed).to.include('background work: test');
  });

  it('is the end of a request for which a stop waits', async () => {
    const requests = new RequestsInProgress(silentLog);
    const { url } = await serve(
      requests.counting(
        (_request, response) => response.end('answered'),
        () => true,
      ),
    );
    expect(await (await fetch(url)).text()).to.equal('answered');
    await requests.ended(60_000);
    expect(requests.count).to.equal(0);
  });
});

onEachDatabase('a lost lock of the limit', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') return;

  it('is taken again, when the log can tell neither of its loss nor of another holder', async () => {
    const { url } = database.connection() as { url: string };
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const lines: string[] = [];
    const heard = { ...log, info: (_fields: object, message: string) => lines.push(message) } as unknown as HostLog;
    const lock = await lockLimitCount(url, 'alone', heard);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'shaon-limit-lock'`,
    );
    const other = await lockLimitCount(url, 'alone', silentLog as HostLog);
    await untilFailed(2);
    await other.release();
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(failed).to.deep.equal(['loss of the lock of this server', 'return of the lock of this server']);
    expect(lines).to.deep.equal(['The lock of this server is held again']);
    await client.end();
    await lock.release();
  });
});

import { connect } from 'node:net';
import { silentLog } from '@shaon/core';
import { type Listening, listen, onEachDatabase } from '@shaon/testing';
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
import { migrateAll } from './running-shaon.ts';

/* What a handler throws would be an uncaught exception, which fails the test that it meets. */

/** A log of which every level throws but `error`, which notes the handler that failed. */
function throwingLog(failed: string[], alsoError = false): HostLog {
  const fail = () => {
    throw new Error('a log that fails');
  };
  const error = ({ handler }: Record<string, unknown>) => {
    failed.push(String(handler));
    if (alsoError) fail();
  };
  return { trace: fail, debug: fail, info: fail, warn: fail, error } as unknown as HostLog;
}

const throwing = () => {
  throw new Error('a handler that fails');
};

describe('a handler of the host that throws', () => {
  let failed: string[];
  let open: Listening[];

  beforeEach(() => {
    failed = [];
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
    const app = new Koa().use(logRequests(throwingLog(failed))).use((ctx) => {
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await until(() => failed.length === 1);
    expect(failed).to.deep.equal(['request log']);
  });

  it('is the request log, when the log cannot even tell of it', async () => {
    const app = new Koa().use(logRequests(throwingLog(failed, true))).use((ctx) => {
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await until(() => failed.length === 1);
  });

  it('is the metrics of requests', async () => {
    const { measure } = await createMetrics(throwingLog(failed));
    const app = new Koa().use(measure).use((ctx) => {
      Object.defineProperty(ctx.state, 'shaon', { get: throwing });
      ctx.body = 'answered';
    });
    const { url } = await serve(app.callback());
    expect(await (await fetch(url)).text()).to.equal('answered');
    await until(() => failed.length === 1);
    expect(failed).to.deep.equal(['request metrics']);
  });

  const heads: [what: string, head: string, handler: string][] = [
    ['the listener of requests', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'request'],
    ['the listener of expectations', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n', 'request'],
    ['the count of what cannot be parsed', 'nonsense\r\n\r\n', 'unparsable request'],
  ];
  for (const [what, head, handler] of heads) {
    it(`is ${what}`, async () => {
      const server = createHttpServer(throwing, { log: throwingLog(failed), onUnparsable: throwing });
      const { port } = await serve(server);
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      await until(() => failed.length > 0);
      socket.destroy();
      expect(failed).to.deep.equal([handler]);
    });
  }

  it('is the listener of requests, when its promise is rejected', async () => {
    const server = createHttpServer(async () => throwing(), { log: throwingLog(failed), onUnparsable: null });
    const { port } = await serve(server);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await until(() => failed.length > 0);
    socket.destroy();
    expect(failed).to.deep.equal(['request']);
  });

  it('is what follows an answer that an unparsable request has waited for', async () => {
    const answers: (() => void)[] = [];
    const server = createHttpServer((_request, response) => void answers.push(() => response.end('first')), {
      log: throwingLog(failed),
      onUnparsable: throwing,
    });
    const { port } = await serve(server);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n'));
    await until(() => answers.length === 1);
    answers[0]?.();
    await until(() => failed.length === 1);
    socket.destroy();
    expect(failed).to.deep.equal(['unparsable request']);
  });

  it('is an error of the server after it listens', async () => {
    const server = createHttpServer(() => undefined, { log: throwingLog(failed, true), onUnparsable: null });
    await serve(server);
    server.emit('error', new Error('no file descriptor is left'));
    expect(failed).to.deep.equal(['undefined', 'server error']);
  });

  it('is background work, when the log cannot tell of its failure', async () => {
    const background = new Background(throwingLog(failed, true));
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('work that fails');
    };
    background.start({ name: 'test', firstAfterSeconds: 0.001, everySeconds: 0.001, run });
    await until(() => runs >= 3);
    await background.stop();
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

  it('is taken again, when the log cannot tell of its loss', async () => {
    const { url } = database.connection() as { url: string };
    const failed: string[] = [];
    const lines: string[] = [];
    const log = { ...throwingLog(failed), info: (_fields: object, message: string) => lines.push(message) };
    const lock = await lockLimitCount(url, 'alone', log as unknown as HostLog);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'shaon-limit-lock'`,
    );
    await client.end();
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(failed).to.deep.equal(['lock of this server']);
    expect(lines).to.deep.equal(['The lock of this server is held again']);
    await lock.release();
  });
});

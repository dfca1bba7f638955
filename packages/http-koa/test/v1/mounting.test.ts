import { createServer, type RequestListener, type Server } from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import Router from '@koa/router';
import { ABILITY_NAMES, type Core, type CoreLog, createCore, migrateCore, ShaonError, systemActor } from '@shaon/core';
import { createV1Routes, type V1Options, v1RequestListener } from '@shaon/http-koa';
import { newEmployee, onEachDatabase, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import { NO_HOST } from '../no-host.ts';
import { BASE_URL, TEST_KEYS } from '../support.ts';

const NOT_HTTP = { message: 'The request is not valid HTTP.' };
/** Each made Koa's `ctx.path` throw, or is no path (D:A14). */
const BAD_TARGETS = [
  '//a@[#',
  'http://[/api/v1/employees',
  'http://[::1/api/v1/employees',
  ...NO_HOST,
  '//user:pass@[/#',
  '//u@[/api/v1/employees#x',
  '*',
  'http://user:pass@host/api/v1/employees',
  '/api/v1/employees#x',
];

/** Ways to hand requests to the API without a mount that takes the prefix off. */
const UNSTRIPPED: Readonly<Record<string, (core: Core, options: V1Options) => RequestListener>> = {
  'plain node:http': v1RequestListener,
  koa: (core, options) => {
    const app = new Koa();
    app.use(createV1Routes(core, options));
    app.use((ctx) => {
      ctx.body = { from: 'the host' };
    });
    return app.callback();
  },
  'koa behind a router of the host': (core, options) => {
    const app = new Koa();
    const router = new Router();
    const api = createV1Routes(core, options);
    router.get('/api/v1/employees', (ctx, next) => {
      // A host that routes by another path than the one that was asked for.
      ctx.newRouterPath = '/elsewhere';
      return next();
    });
    router.all('/*rest', api as never);
    app.use(router.routes());
    return app.callback();
  },
  express: (core, options) => express().use(v1RequestListener(core, options)),
};

onEachDatabase('v1 on a server that does not strip the prefix', { migrate: migrateCore }, (database) => {
  let core: Core;
  let token: string;
  let employee: number;
  const servers: Server[] = [];
  const logged: string[] = [];
  const printed: unknown[][] = [];
  const log: CoreLog = {
    info: () => undefined,
    warn: (_fields, message) => logged.push(message),
    error: (_fields, message) => logged.push(message),
  };
  const printError = console.error;

  before(async () => {
    core = await createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    employee = (await core.employees.create(company, newEmployee())).id;
    ({ token } = await core.tokens.issue(company, { name: 'test', abilities: [...ABILITY_NAMES] }));
    // Koa prints what it does not answer; nothing may come there.
    console.error = (...values) => printed.push(values);
  });
  after(async () => {
    console.error = printError;
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await core?.close();
  });
  afterEach(() => {
    expect(printed).to.deep.equal([]);
    logged.length = 0;
  });

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  const options = (more: Partial<V1Options> = {}): V1Options => ({
    baseUrl: BASE_URL,
    path: '/api/v1/',
    limitPerMinute: 1_000_000,
    log,
    ...more,
  });

  async function call(port: number, method: string, target: string, requestId = 'x') {
    const text = await exchange(
      port,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: ${requestId}\r\n\r\n`,
    );
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head, target).to.match(/content-type: application\/json; charset=utf-8/i);
    return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
  }

  const audited = (requestId: string) =>
    core.extension.database
      .allCompanies()
      .run(rawSql('SELECT * FROM "shaon_audit" WHERE request_id = $1 ORDER BY id'), [requestId]);

  it('a stream with an encoding is a fault of the host, as one behind a body parser is', async () => {
    const api = v1RequestListener(core, options());
    const hosts: RequestListener[] = [
      (request, response) => api(request.setEncoding('utf8'), response),
      (request, response) => request.resume().once('end', () => api(request, response)),
    ];
    for (const host of hosts) {
      const port = await serve(host);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/employees`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(newEmployee()),
      });
      expect(answer.status).to.equal(500);
      expect(logged.splice(0).join()).to.include('mount Shaon before any body parser');
    }
  });

  for (const [kind, listenerOf] of Object.entries(UNSTRIPPED)) {
    describe(kind, () => {
      let port: number;
      before(async () => {
        port = await serve(listenerOf(core, options()));
      });

      it('answers under its path, and its own links', async () => {
        const list = await call(port, 'GET', '/api/v1/employees?per_page=1');
        expect(list.status).to.equal(200);
        expect(list.body.links.first).to.equal(`${BASE_URL}/employees?per_page=1&page=1`);
        expect((await call(port, 'GET', new URL(list.body.links.first).pathname)).status).to.equal(200);
        expect((await call(port, 'GET', `http://any/api/v1/employees/${employee}`)).body.data.id).to.equal(employee);
        expect((await call(port, 'GET', '/api/v1/employees/?zz=1')).head).to.match(/X-Ignored-Parameters: zz/i);
      });

      it('tells 404 and 405 from its own table, whatever a router of the host has matched', async () => {
        for (const path of ['/api/v1', '/api/v1/', '/api/v1/nowhere', '/api/v1//employees', '/api/v1/employees//']) {
          expect((await call(port, 'GET', path)).body, path).to.deep.equal({ message: 'Not found.' });
        }
        const refused = await call(port, 'DELETE', '/api/v1/employees');
        expect(refused.status).to.equal(405);
        expect(refused.head).to.match(/Allow: GET, HEAD, POST\r/i);
        expect((await call(port, 'PUT', '/api/v1/nowhere')).status).to.equal(404);
      });

      // Express, and a router of the host, read the target before us.
      if (!['plain node:http', 'koa'].includes(kind)) return;
      it('answers a target that is no path with 400 and its audit row, and goes on', async () => {
        for (const [index, target] of BAD_TARGETS.entries()) {
          const requestId = `bad-${kind.replaceAll(/\W/g, '')}-${index}`;
          const { status, body } = await call(port, 'GET', target, requestId);
          expect([status, body], target).to.deep.equal([400, NOT_HTTP]);
          const [row, ...more] = await audited(requestId);
          expect(more).to.deep.equal([]);
          expect(row).to.include({ status: 400, method: 'GET', route: null, company_id: null, query: null });
          expect(String(row?.path)).not.to.match(/pass/);
        }
        expect((await call(port, 'GET', '/api/v1/shifts')).status).to.equal(200);
      }).timeout(10_000);
    });
  }

  it('hands on what lies outside to the next middleware, or answers it 404', async () => {
    const [plain, koa] = await Promise.all(
      ['plain node:http', 'koa'].map((kind) => serve(UNSTRIPPED[kind]!(core, options()))),
    );
    for (const target of ['/', '/employees', '/api/v1x', '/API/v1/employees', '/api/%761/employees']) {
      expect((await call(koa!, 'GET', target)).body, target).to.deep.equal({ from: 'the host' });
      const { status, body } = await call(plain!, 'GET', target);
      expect([status, body], target).to.deep.equal([404, { message: 'Not found.' }]);
    }
  });

  it('stores the path of a bad target bounded, without tokens and without its query', async () => {
    const port = await serve(v1RequestListener(core, options()));
    await call(port, 'GET', `/x/${token}/?secret=1#`, 'bad-path');
    await call(port, 'GET', `/#${'y'.repeat(4_000)}`, 'bad-long');
    const [[row], [long]] = [await audited('bad-path'), await audited('bad-long')];
    expect(row?.path).to.equal('/x/shn_…/');
    expect(String(long?.path)).to.have.lengthOf(512);
  });

  it('leaves a host the path alone of a target that names the server too', async () => {
    const app = new Koa();
    const seen: (string | undefined)[] = [];
    app.use(async (ctx, next) => {
      await next();
      seen.push(ctx.req.url);
    });
    const { path: _stripped, ...unstripped } = options();
    app.use(createV1Routes(core, unstripped));
    const port = await serve(app.callback());
    expect((await call(port, 'GET', 'http://x/nowhere?q=1')).status).to.equal(404);
    expect(seen).to.deep.equal(['/nowhere?q=1']);
  });

  it('answers a fault of the host in the shape of an error with its audit row, and prints nothing', async () => {
    const fault = () => {
      throw new Error('a callback of the host');
    };
    // The promise of an async function would always be a yes.
    const promise = (async () => false) as never;
    const rejection = (async () => fault()) as never;
    const faults = [fault, promise, rejection].flatMap((answer) => [
      { clientAddress: answer },
      { isSecure: answer },
      { isAvailable: answer },
    ]);
    for (const [index, faulty] of faults.entries()) {
      const port = await serve(v1RequestListener(core, options(faulty)));
      const { status, body, head } = await call(port, 'GET', '/api/v1/employees', `fault-${index}`);
      expect([status, body]).to.deep.equal([500, { message: 'Server Error' }]);
      expect(head).to.include(`X-Request-Id: fault-${index}`);
      const rows = await audited(`fault-${index}`);
      expect(rows.map((row) => [row.status, row.ip])).to.deep.equal([
        [500, 'clientAddress' in faulty ? '' : '127.0.0.1'],
      ]);
      expect(logged.splice(0)).to.deep.equal(['A call failed']);
    }
  });

  it('puts a write on record that failed after its own row was written, for both were rolled back (D:U6)', async () => {
    const freeze: Core['employees']['freeze'] = (actor, id, writing) =>
      core.transaction(async (manager) => {
        await core.employees.freeze(actor, id, { ...writing, manager });
        throw new Error('a fault before the commit');
      });
    const services = { ...core, employees: { ...core.employees, freeze } };
    const port = await serve(v1RequestListener(services, options()));
    const { status } = await call(port, 'POST', `/api/v1/employees/${employee}/deactivate`, 'rolled-back');
    expect(status).to.equal(500);
    expect((await audited('rolled-back')).map((row) => row.status)).to.deep.equal([500]);
    expect(logged.splice(0)).to.deep.equal(['A call failed']);
  });

  it('gives nothing out that cannot be put on record (D:U6)', async () => {
    const commit: Core['audit']['commit'] = async () => {
      throw new ShaonError('audit_unavailable', 'The disk is full.');
    };
    const audit: Core['audit'] = Object.assign(Object.create(core.audit), { commit });
    const services = { ...core, audit };
    const port = await serve(v1RequestListener(services, options()));
    const { status, body } = await call(port, 'GET', '/api/v1/employees');
    expect([status, body]).to.deep.equal([503, { message: 'Service Unavailable' }]);
    expect(logged.splice(0)).to.deep.equal(['The disk is full.']);
  });

  it('answers 503 while the host is not available, the token unread (D:H14)', async () => {
    let isAvailable = false;
    const port = await serve(v1RequestListener(core, options({ isAvailable: () => isAvailable })));
    for (const path of ['/api/v1/employees', '/api/v1/nowhere']) {
      const { status, body, head } = await call(port, 'GET', path);
      expect([status, body], path).to.deep.equal([503, { message: 'Service Unavailable' }]);
      expect(head).not.to.match(/x-ratelimit/i);
    }
    isAvailable = true;
    expect((await call(port, 'GET', '/api/v1/employees')).status).to.equal(200);
  });

  it('takes no method in small letters, which only HTTP/2 lets through', async () => {
    const server = http2.createServer(v1RequestListener(core, options()) as never);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      for (const [method, status] of [
        ['GET', 200],
        ['get', 405],
        ['BREW', 405],
      ] as const) {
        const stream = client.request({
          ':method': method,
          ':path': '/api/v1/employees',
          authorization: `Bearer ${token}`,
        });
        stream.end();
        const headers = await new Promise<http2.IncomingHttpHeaders>((resolve, reject) => {
          stream.on('response', resolve).on('error', reject);
        });
        stream.close();
        expect(headers[':status'] as unknown, method).to.equal(status);
        if (status === 405) expect(headers.allow).to.equal('GET, HEAD, POST');
      }
    } finally {
      client.close();
      server.close();
    }
  });

  for (const path of ['api/v1', '/api v1', '//api', '/api/../v1', '/api?x']) {
    it(`refuses the path ${path}`, () => {
      expect(() => createV1Routes(core, options({ path }))).to.throw(/path begins with a slash/);
    });
  }
});

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.write(bytes);
  });
}

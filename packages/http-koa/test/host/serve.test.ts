import { connect } from 'node:net';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { speak } from '../speak.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  shaon,
} from './running-shaon.ts';

onEachDatabase('shaon serve', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let bakery: Bakery;
  let server: RunningShaon;

  const settings = (more = {}) => settingsFor(database.connection(), folder.path, more);

  before(async () => {
    bakery = await makeCompany(database.connection());
    server = await RunningShaon.serve(settings({ SHAON_METRICS: '0' }));
  });
  after(async () => {
    await server?.end('SIGKILL');
    folder.remove();
  });

  it('answers 401 without a token and 200 with one', async () => {
    const refused = await server.get('/api/v1/employees');
    expect(refused.status).to.equal(401);
    expect(await refused.json()).to.deep.equal({ message: 'Unauthenticated.' });
    const served = await server.get('/api/v1/employees', bearer(bakery.token));
    expect(served.status).to.equal(200);
    const page = (await served.json()) as { links: { first: string } };
    expect(page.links.first).to.match(new RegExp(`^${server.url}/api/v1/employees\\?`));
    expect(served.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('tells the probes that it is alive and ready, where callers and where operators come in', async () => {
    for (const door of [server.url, new URL(server.metricsUrl).origin]) {
      expect((await fetch(`${door}/healthz`)).status).to.equal(200);
      expect(await (await fetch(`${door}/readyz`)).json()).to.deep.equal({ status: 'ready' });
    }
  });

  it('answers an unknown path in the error shape, with security headers', async () => {
    const response = await server.get('/nowhere');
    expect(response.status).to.equal(404);
    expect(await response.json()).to.deep.equal({ message: 'Not found.' });
    expect(response.headers.get('content-security-policy')).to.be.a('string');
    expect(response.headers.get('x-powered-by')).to.equal(null);
  });

  it('shows the contract with its own address, and a viewer without foreign or inline scripts', async () => {
    const contract = (await (await server.get('/openapi.json')).json()) as {
      servers: unknown;
      info: { version: string };
    };
    expect(contract.servers).to.deep.equal([{ url: `${server.url}/api/v1` }]);
    expect(contract.info.version).to.equal('1.0.1');
    const page = await server.get('/docs');
    expect(page.headers.get('content-security-policy')).to.include("script-src 'self'").and.not.include('unsafe');
    const html = await page.text();
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)</g)];
    expect(scripts).to.have.lengthOf(2);
    for (const [, attributes, inline] of scripts) {
      expect(inline).to.equal('');
      const source = /src="([^"]+)"/.exec(attributes as string)?.[1];
      const script = await server.get(`/${source}`);
      expect(script.status, source).to.equal(200);
      expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    }
  });

  it('counts requests by route template and status, and shows them where they may be seen', async () => {
    await server.get('/api/v1/employees/1234567', bearer(bakery.token));
    const figures = await (await fetch(server.metricsUrl)).text();
    expect(figures).to.match(
      /shaon_http_request_duration_seconds_count\{method="GET",route="\/employees\/\{id\}",status="404"\} 1/,
    );
    expect(figures).to.not.include('1234567');
    expect(figures).to.match(/shaon_audit_rows_total\{outcome="written"\} [1-9]/);
    expect(figures).to.match(/shaon_audit_flush_duration_seconds_count\{outcome="written"\} [1-9]/);
    expect(figures).to.match(/\nnodejs_eventloop_lag_p99_seconds \d/);
    expect(figures).to.match(/\nprocess_cpu_user_seconds_total \d/);
    expect((await server.get('/metrics')).status).to.equal(404);
  });

  it('logs each request without token, query or id', async () => {
    await server.get('/api/v1/employees/7654321?token=sesame', bearer(bakery.token));
    await until(async () => server.lines.filter((line) => line.route === '/employees/{id}').length === 2);
    expect(server.lines.at(-1)).to.include({ msg: 'request', method: 'GET', route: '/employees/{id}', status: 404 });
    const log = JSON.stringify(server.lines);
    for (const hidden of [bakery.token, 'sesame', '7654321']) expect(log).to.not.include(hidden);
  });

  it('answers what is no HTTP with 400 and too large a head with 431, in the error shape', async () => {
    const port = Number(new URL(server.url).port);
    expect(await speak(port, 'nonsense\r\n\r\n')).to.match(/^HTTP\/1\.1 400 [\s\S]*\{"message":/);
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await speak(port, head)).to.match(/^HTTP\/1\.1 431 [\s\S]*\{"message":/);
  });

  it('is alone: a second server refuses to start and says why', async () => {
    const second = await shaon(['serve'], settings());
    expect(second.code, second.stderr).to.equal(1);
    if (database.type === 'sqlite') expect(second.stderr).to.include('holds').and.include('.sqlite');
    else expect(second.stderr).to.include('REDIS_URL').and.include('SHAON_LIMIT_STORE=postgres');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('lets a company be made beside it', async () => {
    const made = await shaon(['company', 'create', '--name', 'Foundry'], settings());
    expect(made.stderr).to.equal('');
    expect(made.stdout).to.match(/^Company \d+ was made: Foundry/);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('frees its lock when it is killed, and serves again', async () => {
    await server.end('SIGKILL');
    server = await RunningShaon.serve(settings());
    expect((await server.get('/api/v1/employees', bearer(bakery.token))).status).to.equal(200);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('drains on SIGTERM: not ready, 503 for new requests, the answer in progress, exit 0', async () => {
    const slow = startRequest(Number(new URL(server.url).port), bakery.token);
    await until(async () => (await server.get('/readyz')).status === 200);
    server.signal('SIGTERM');
    await server.line('Stopping');
    expect((await server.get('/readyz')).status).to.equal(503);
    expect((await server.get('/healthz')).status).to.equal(200);
    const refused = await server.get('/api/v1/employees', bearer(bakery.token));
    expect(refused.status).to.equal(503);
    expect(await refused.json()).to.deep.equal({ message: 'Service Unavailable' });
    expect(refused.headers.get('connection')).to.equal('close');
    expect(await slow.finish()).to.match(/^HTTP\/1\.1 422 [\s\S]*\r\nConnection: close\r\n/);
    expect((await server.ended).code).to.equal(0);
  });

  it('exits at once on a second signal', async () => {
    server = await RunningShaon.serve(settings());
    const slow = startRequest(Number(new URL(server.url).port), bakery.token);
    await until(async () => (await server.get('/readyz')).status === 200);
    server.signal('SIGTERM');
    await server.line('Stopping');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await server.end('SIGTERM')).code).to.equal(143);
    await slow.finish();
  }).timeout(SEVERAL_PROCESSES_MS);
});

/** A POST whose body is half sent until `finish`. */
function startRequest(port: number, token: string): { finish(): Promise<string> } {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `POST /api/v1/employees HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 11\r\nConnection: close\r\n\r\n{"name"`,
    );
  });
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  const closed = new Promise<string>((resolve) => {
    socket.once('error', () => resolve(answer));
    socket.once('close', () => resolve(answer));
  });
  return {
    finish: () => {
      socket.write(':""}');
      return closed;
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { createCore, generateKey, systemActor } from '@shaon/core';
import {
  createTestDatabase,
  freePort,
  type RunningRedis,
  skipWithout,
  startRedis,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { startExampleCaddy } from './running-caddy.ts';
import { type ExampleNginx, startExampleNginx } from './running-nginx.ts';
import { type Environment, type RunningShaon, runShaon, startShaon } from './running-shaon.ts';

const example = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const employee = {
  name: 'דנה לוי',
  id_number: '123456782',
  email: 'dana@acme.example',
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: 52,
};

/** They are no paths, and some make URL parsers throw. */
const REFUSED_TARGETS = [
  '//a@[#',
  'http://[/api/v1/employees',
  'http://[::1/api/v1/employees',
  'http://xn--/',
  '//user:pass@[/#',
  '//u@[/api/v1/employees#x',
];

describe('examples/standalone-postgres', function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'shaon-standalone-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  describe('the configuration, on PostgreSQL and Redis', () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let redis: RunningRedis;
    let environment: Environment;
    let servers: RunningShaon[] = [];
    let worker: RunningShaon;
    let token: string;

    before('migrate, make a company, start two servers and the worker', async function () {
      if (!testedDialects().includes('postgres')) return this.skip();
      skipWithout(this, 'redis-server');
      redis = await startRedis();
      database = await createTestDatabase('postgres');
      if (database.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
      const keys = generateKey();
      // The file as it is, with what differs on this machine.
      environment = {
        ...parse(example('shaon.env')),
        ...{ DATABASE_URL: database.connection.url, REDIS_URL: redis.url, SHAON_KEYS: keys },
        ...{
          SHAON_DATA_DIR: folder,
          PORT: '0',
          SHAON_METRICS: '0',
          SHAON_SMS: 'spool',
          SHAON_SMS_TOKEN: 'secret',
        },
      };
      expect(await runShaon(['migrate'], environment)).to.match(/^Migrated: /m);
      expect(await runShaon(['company', 'create', '--name', 'Bakery'], environment)).to.include('Company 1 was made');
      token = await makeToken(database.connection, keys);
      worker = await startShaon('worker', 'Shaon delivers', environment);
      servers = [await startServer(environment), await startServer(environment)];
    });
    after('stop all', async () => {
      const codes = await Promise.all([...servers, worker].map((process) => process?.stop()));
      await redis?.close();
      await database?.drop();
      if (worker !== undefined) expect(codes).deep.equal([0, 0, 0]);
    });

    it('is found right by shaon doctor', async () => {
      expect(await runShaon(['doctor'], environment))
        .to.match(/limit store/)
        .and.not.to.match(/^BAD /m);
    });

    it('serves only what came to the proxy by https', async () => {
      expect((await call('/api/v1/departments')).status).equal(403);
      expect((await call('/api/v1/departments', { 'X-Forwarded-Proto': 'https' })).status).equal(200);
    });

    it('counts for both servers together', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          call('/api/v1/branches', { 'X-Forwarded-Proto': 'https' }, index % 2),
        ),
      );
      const passed = answers.filter((answer) => answer.status === 200).length;
      // The departments above counted too.
      expect(passed).to.equal(59);
    });

    it('stands behind nginx: https, the callers address, links, and the sms of a new employee', async function () {
      if (process.platform !== 'linux') return this.skip();
      skipWithout(this, 'nginx');
      const openssl = skipWithout(this, 'openssl');
      if (database.connection.type !== 'postgres') return;
      token = await makeToken(database.connection, environment.SHAON_KEYS as string);
      const proxy = await startExampleNginx(openssl, [portOf(0), portOf(1)]);
      try {
        const created = await callProxy(proxy, 'POST', '/api/v1/employees', employee);
        expect(created.status).equal(201);
        const { links } = (await callProxy(proxy, 'GET', '/api/v1/employees')).body as { links: { first: string } };
        expect(links.first).to.match(/^https:\/\/shaon\.example\/api\/v1\/employees\?/);
        const big = await callProxy(proxy, 'POST', '/api/v1/employees', { name: 'x'.repeat(150_000) });
        expect([big.status, Object.keys(big.body as object)]).deep.equal([413, ['message']]);
        for (const target of REFUSED_TARGETS) {
          const answer = await sendThrough(
            proxy,
            `GET ${target} HTTP/1.1\r\nHost: shaon.example\r\nConnection: close\r\n\r\n`,
          );
          expect(answer, target).to.match(/^HTTP\/1\.1 400 /);
          // Every answer of Shaon has a number; these did not come so far.
          expect(answer, target).not.to.match(/^x-request-id:/im);
        }
        expect((await callProxy(proxy, 'GET', '/api/v1/employees?per_page=1')).status).equal(200);
        // A photograph of a doctor's note; Shaon says that nobody is signed in, nginx would say 413.
        const part = 'Content-Disposition: form-data; name="document"; filename="note.jpg"';
        const note = `--x\r\n${part}\r\n\r\n${'x'.repeat(3_000_000)}\r\n--x--\r\n`;
        const head = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${note.length}`;
        const photograph = await sendThrough(
          proxy,
          `POST /admin/my-day/leave/new HTTP/1.1\r\nHost: shaon.example\r\n${head}\r\nConnection: close\r\n\r\n${note}`,
        );
        expect(photograph.slice(0, photograph.indexOf('\r\n\r\n')))
          .to.match(/^HTTP\/1\.1 303 /)
          .and.match(/^location: \S*\/admin\/sign-in/im)
          .and.match(/^x-request-id:/im);
        const link = `/admin/set-up/${'a'.repeat(43)}`;
        const gone = await sendThrough(
          proxy,
          `GET ${link} HTTP/1.1\r\nHost: shaon.example\r\nConnection: close\r\n\r\n`,
        );
        expect(gone).to.match(/^HTTP\/1\.1 404 /);
        const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0';
        const sent = await sendThrough(
          proxy,
          `POST /admin/set-up HTTP/1.1\r\nHost: shaon.example\r\n${form}\r\nConnection: close\r\n\r\n`,
        );
        expect(sent, 'the form of such a link, without its token').to.match(/^HTTP\/1\.1 403 /);
        expect(proxy.accessLog()).to.include('POST /admin/my-day/leave/new').and.not.include(link);
      } finally {
        await proxy.stop();
      }
      // The address that the caller made up is not believed.
      const audit = await runShaon(['audit', '--ip', '127.0.0.2'], environment);
      expect(audit.trim().split('\n')).lengthOf(4);
      await until(() => readFileSync(join(folder, 'sms.spool'), 'utf8').includes('+972501234567'));
    });

    it('is restarted one server after the other behind nginx, without a failed read', async function () {
      if (process.platform !== 'linux') return this.skip();
      skipWithout(this, 'nginx');
      const openssl = skipWithout(this, 'openssl');
      const proxy = await startExampleNginx(openssl, [portOf(0), portOf(1)]);
      const statuses: (number | undefined)[] = [];
      let isOver = false;
      const read = async () => {
        while (!isOver) statuses.push((await callProxy(proxy, 'GET', '/readyz')).status);
      };
      const reading = read();
      try {
        for (const index of [0, 1]) {
          const PORT = String(portOf(index));
          expect(await servers[index]?.stop()).equal(0);
          servers[index] = await startServer({ ...environment, PORT });
        }
      } finally {
        isOver = true;
        await reading;
        await proxy.stop();
      }
      expect(new Set(statuses)).deep.equal(new Set([200]));
    });

    it('stands behind the Caddy of compose.tls.yaml: https, the callers address, no link in its log', async function () {
      skipWithout(this, 'caddy');
      if (database.connection.type !== 'postgres') return;
      token = await makeToken(database.connection, environment.SHAON_KEYS as string);
      const link = `/admin/set-up/${'b'.repeat(43)}`;
      const request = `GET ${link} HTTP/1.1\r\nHost: shaon.example\r\nConnection: close\r\n\r\n`;
      const caddy = await startExampleCaddy(portOf(0));
      const broken = await startExampleCaddy(await freePort());
      try {
        const { status, body } = await callProxy(caddy, 'GET', '/api/v1/employees', undefined, '127.0.0.3');
        expect(status).equal(200);
        expect((body as { links: { first: string } }).links.first).to.match(/^https:\/\/shaon\.example\//);
        expect(await sendThrough(caddy, request)).to.match(/^HTTP\/1\.1 404 /);
        expect(await sendThrough(broken, request)).to.match(/^HTTP\/1\.1 502 /);
        for (const { accessLog } of [caddy, broken]) expect(accessLog()).not.to.include(link);
      } finally {
        await caddy.stop();
        await broken.stop();
      }
      const audit = await runShaon(['audit', '--ip', '127.0.0.3'], environment);
      expect(audit.trim().split('\n')).lengthOf(1);
    });

    const startServer = (more: Environment) => startShaon('serve', 'Shaon is ready', more);
    const portOf = (index: number) => Number(new URL(String(servers[index]?.line.listening)).port);
    const call = (path: string, headers: Record<string, string> = {}, index = 0) =>
      fetch(`http://127.0.0.1:${portOf(index)}${path}`, {
        headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, ...headers },
      });

    /** From an address of its own, and lying about it. */
    async function callProxy(
      proxy: ExampleNginx,
      method: string,
      path: string,
      body?: unknown,
      localAddress = '127.0.0.2',
    ) {
      const options = {
        ...{ host: '127.0.0.1', localAddress, port: proxy.port, path, method, ca: proxy.ca },
        ...{ servername: 'shaon.example', agent: false as const },
        headers: {
          ...{ Accept: 'application/json', Authorization: `Bearer ${token}`, Host: 'shaon.example' },
          ...{ 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
        },
      };
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request(options, resolve)
          .once('error', reject)
          .end(body === undefined ? undefined : JSON.stringify(body));
      });
      let text = '';
      for await (const chunk of response) text += chunk;
      return { status: response.statusCode, body: JSON.parse(text) as unknown };
    }
  });

  it('has units that systemd finds right', async function () {
    const analyze = skipWithout(this, 'systemd-analyze');
    for (const [name, instance] of [
      ['shaon@.service', 'shaon@8080.service'],
      ['shaon-worker.service', 'shaon-worker.service'],
    ] as const) {
      const unit = join(folder, instance);
      writeFileSync(join(folder, name), example(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath));
      const { stdout, stderr } = await promisify(execFile)(analyze, ['verify', '--man=no', unit]);
      expect(stdout + stderr).equal('');
    }
  });

  it('has units that let a migration end, whatever time it takes', () => {
    for (const name of ['shaon@', 'shaon-worker']) {
      expect(example(`systemd/${name}.service`))
        .to.match(/^ExecStartPre=.* migrate$/m)
        .and.match(/^TimeoutStartSec=infinity$/m);
    }
  });
});

/** Sends these bytes over TLS, from the caller's address of this test, and gives all that comes back. */
function sendThrough(proxy: ExampleNginx, text: string): Promise<string> {
  const { port, ca } = proxy;
  return new Promise((resolve, reject) => {
    let answer = '';
    const from = { localAddress: '127.0.0.2' };
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'shaon.example', ...from });
    socket.once('secureConnect', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}

/** `NAME=value` lines, as systemd and `node --env-file` read them; no quotes are needed here. */
function parse(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** As the web interface or an embedding product makes one: no command does. */
async function makeToken(connection: Parameters<typeof createCore>[0]['database'], keys: string): Promise<string> {
  if (connection === undefined) throw new Error('No database.');
  const core = await createCore({ database: connection, keys, withoutEvents: true });
  try {
    const wanted = { name: 'test', abilities: ['employees:read', 'employees:write'] as const };
    return (await core.tokens.issue(systemActor(1), { ...wanted, abilities: [...wanted.abilities] })).token;
  } finally {
    await core.close();
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 45_000; ; ) {
    try {
      if (holds()) return;
    } catch {}
    if (Date.now() > end) throw new Error('It did not come to pass in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ABILITY_NAMES,
  type Core,
  coreEntities,
  createCore,
  generateKey,
  guardedClient,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { newEmployee, onEachDatabase, skipUnlessTested, startTcpProxy, type TcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { type Block, blocksOf } from './blocks.ts';

/** Inside this package, so that a program finds what it imports; dist is never committed. */
const FOLDER = fileURLToPath(new URL('../dist/embedding/', import.meta.url));

function block(name: string): Block {
  const found = blocksOf('docs/embedding.md', 'ts').find((one) => one.name === name);
  if (found === undefined) throw new Error(`docs/embedding.md has no block ${name}`);
  return found;
}

/** The code of the block without its imports, which the test hands in. */
const snippet = (name: string): string => block(name).code.replaceAll(/^import .*;$/gm, '');

onEachDatabase('the plain node:http server of docs/embedding.md', { migrate: migrateCore }, (database) => {
  let core: Core;
  let server: Server;
  let url: string;
  let company: SystemActor;
  let headers: Record<string, string>;

  before(async () => {
    core = await createCore({ database: database.connection(), keys: generateKey(), withoutEvents: true });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    for (let count = 0; count < 3; count++) await core.employees.create(company, newEmployee());
    const { token } = await core.tokens.issue(company, { name: 'docs', abilities: [...ABILITY_NAMES] });
    headers = { Authorization: `Bearer ${token}` };
    // The page names a port, and a test takes a free one.
    const onFreePort = (options: ServerOptions, listener: RequestListener) => {
      server = createServer(options, listener);
      const listen = server.listen.bind(server);
      server.listen = () => listen(0, '127.0.0.1');
      return server;
    };
    const run = new Function('core', 'v1RequestListener', 'createServer', snippet('node-http'));
    run(core, v1RequestListener, onFreePort);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  after(async () => {
    server?.closeAllConnections();
    server?.close();
    await core?.close();
  });

  it('answers the links that it prints', async () => {
    let next: string | null = '/api/v1/employees?per_page=1';
    let pages = 0;
    for (; next !== null; pages++) {
      const response: Response = await fetch(url + next, { headers });
      expect(response.status).to.equal(200);
      const { links } = (await response.json()) as { links: { next: string | null } };
      next = links.next === null ? null : links.next.replace('https://hr.example', '');
    }
    expect(pages).to.equal(3);
  });

  it('answers 404 in the shape of an error outside of the path', async () => {
    for (const path of ['/', '/employees', '/api/v1x/employees', '/API/v1/employees', '/api/v1%2Femployees']) {
      const response = await fetch(url + path, { headers });
      expect(response.status, path).to.equal(404);
      expect(await response.json()).to.deep.equal({ message: 'Not found.' });
    }
  });

  for (const [what, head] of [
    ['no Host', 'GET /api/v1/departments HTTP/1.1'],
    ['an unknown Expect', 'GET /api/v1/departments HTTP/1.1\r\nHost: x\r\nExpect: what-nobody-knows'],
  ] as const) {
    it(`audits a call with ${what}, which Node alone would refuse`, async () => {
      const id = what.replaceAll(' ', '-');
      const { port, hostname } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `${head}\r\nConnection: close\r\nX-Request-Id: ${id}\r\nAuthorization: ${headers.Authorization}\r\n\r\n`,
      );
      expect(await text(socket)).to.match(/^HTTP\/1\.1 200 /);
      const { items } = await core.auditReads.list(company, {}, { limit: 100 });
      expect(items.filter(({ requestId }) => requestId === id).map(({ status }) => status)).to.deep.equal([200]);
    });
  }
});

/** A CopyInResponse that ends before the numbers that it must have; pg throws while it parses it. */
const GARBLED = Buffer.from([0x47, 0, 0, 0, 4]);

/* mocha fails a test during which an exception or a rejection reaches the process. */
onEachDatabase('the clients of docs/embedding.md', { migrate: migrateCore }, (database) => {
  if (database.type === 'sqlite') return;
  let proxy: TcpProxy;
  let isGarbling = false;
  let dataSource: DataSource;
  let core: Core;
  const logged: unknown[] = [];

  before(async () => {
    const url = new URL((database.connection() as { url: string }).url);
    proxy = await startTcpProxy(Number(url.port), (inside) => (bytes) => inside.write(isGarbling ? GARBLED : bytes));
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    const yourOptions = { type: 'postgres', url: url.href, entities: coreEntities('postgres'), extra: { max: 3 } };
    const yourLog = { info() {}, warn() {}, error: (fields: unknown) => logged.push(fields) };
    const code = `${snippet('error-proof')}\nreturn dataSource;`;
    const run = new Function('DataSource', 'guardedClient', 'pg', 'yourOptions', 'console', code);
    dataSource = await run(DataSource, guardedClient, pg, yourOptions, yourLog).initialize();
    core = await createCore({ dataSource, keys: generateKey(), log: yourLog });
  });
  after(async () => {
    isGarbling = false;
    await core?.close();
    await dataSource?.destroy();
    await proxy?.close();
  });

  it('fail the calls whose answers are garbled, and leave the process to open others', async () => {
    const work = () => [dataSource.query('SELECT 1 AS one'), core.companies.create({ name: 'Mill' })];
    await Promise.all(work());
    isGarbling = true;
    // The second time the connections are new, and garbled while they log in.
    for (const _ of [1, 2]) {
      const outcomes = await Promise.allSettled(work());
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
      expect(outcomes[1]).to.have.nested.property('reason.code', 'database_unavailable');
    }
    expect(logged.length).to.be.greaterThan(0);
    isGarbling = false;
    await Promise.all(work());
  });
});

describe('the test of docs/embedding.md', () => {
  it('runs on a new file of SQLite, and leaves nothing', async function () {
    this.timeout(60_000);
    skipUnlessTested(this, 'sqlite');
    const folder = mkdtempSync(join(tmpdir(), 'shaon-docs-'));
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, 'own-test.mjs');
    writeFileSync(file, block('own-test').code);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { TMPDIR: folder } });
      expect(stdout).to.equal('employees 0\n');
      expect(readdirSync(folder)).to.deep.equal([]);
    } finally {
      rmSync(FOLDER, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

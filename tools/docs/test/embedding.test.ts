import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ABILITY_NAMES,
  type Core,
  createCore,
  generateKey,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { blocksOf } from './blocks.ts';

/** The code of the block without its imports, which the test hands in. */
function snippet(name: string): string {
  const block = blocksOf('docs/embedding.md', 'ts').find((one) => one.name === name);
  if (block === undefined) throw new Error(`docs/embedding.md has no block ${name}`);
  return block.code.replaceAll(/^import .*;$/gm, '');
}

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

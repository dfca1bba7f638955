import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Core, createCore, migrateCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../support.ts';

/** What a server says last: `FATAL 57P01`, as PostgreSQL writes it. */
const FATAL = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
/** ReadyForQuery, idle. */
const READY = message('Z', 'I');

function message(type: string, body: string): Buffer {
  const packet = Buffer.alloc(5 + Buffer.byteLength(body));
  packet.write(type, 0);
  packet.writeInt32BE(4 + Buffer.byteLength(body), 1);
  packet.write(body, 5);
  return packet;
}

onEachDatabase('a connection that is ended in the packet that greets it', { migrate: migrateCore }, (database) => {
  if (database.type === 'sqlite') return;
  let server: Server;
  let core: Core;
  let isEnding = false;
  let ended = 0;
  const sockets = new Set<Socket>();

  function carry(client: Socket, port: number, host: string): void {
    const upstream = connect(port, host);
    let isGreeted = false;
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      const greets = !isGreeted && chunk.includes(READY);
      isGreeted ||= greets;
      if (greets && isEnding) {
        ended += 1;
        client.end(Buffer.concat([chunk, FATAL]));
        upstream.destroy();
      } else client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  }

  before(async () => {
    const connection = database.connection();
    if (connection.type !== 'postgres') return;
    const url = new URL(connection.url);
    const { port, hostname } = url;
    server = createServer((client) => carry(client, Number(port), hostname)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    Object.assign(url, { hostname: '127.0.0.1', port: String((server.address() as { port: number }).port) });
    core = await createCore({ database: { type: 'postgres', url: url.href }, keys: TEST_KEYS });
  });

  after(async () => {
    isEnding = false;
    await core?.close();
    for (const socket of sockets) socket.destroy();
    server?.close();
  });

  it('fails the call that wanted it, and not the process', async () => {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const read = () => core.organization.departments(company);
    isEnding = true;
    for (const socket of sockets) socket.destroy();
    // Each needs a connection of its own, and gets one that is at its end; heard by nobody, that ended the process.
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, read));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).to.have.property('code', 'database_unavailable');
    }
    expect(ended, 'connections ended').to.be.greaterThan(0);
    const listener = core.extension.database.listen('shaon_test', () => undefined);
    const before = ended;
    while (ended === before) await new Promise((resolve) => setTimeout(resolve, 20));
    isEnding = false;
    expect(await read()).to.deep.equal([]);
    await listener?.stop();
  });
});

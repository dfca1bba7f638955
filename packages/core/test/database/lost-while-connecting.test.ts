import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, createCore, migrateCore, systemActor } from '@shaon/core';
import { onEachDatabase, startTcpProxy, type TcpProxy } from '@shaon/testing';
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
  let proxy: TcpProxy;
  let core: Core;
  let isEnding = false;
  let ended = 0;

  /** Ends the connection in the packet that greets it, while `isEnding`. */
  const greet = (inside: Socket) => {
    let isGreeted = false;
    return (bytes: Buffer) => {
      const greets = !isGreeted && bytes.includes(READY);
      isGreeted ||= greets;
      if (!greets || !isEnding) inside.write(bytes);
      else {
        ended += 1;
        inside.end(Buffer.concat([bytes, FATAL]));
      }
    };
  };

  before(async () => {
    const url = new URL((database.connection() as { url: string }).url);
    proxy = await startTcpProxy(Number(url.port), greet);
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    core = await createCore({ database: { type: 'postgres', url: url.href }, keys: TEST_KEYS });
  });

  after(async () => {
    isEnding = false;
    await core?.close();
    await proxy?.close();
  });

  it('fails the call that wanted it, and not the process', async () => {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const read = () => core.organization.departments(company);
    isEnding = true;
    proxy.drop();
    // Each needs a connection of its own, and gets one that is at its end; heard by nobody, that ended the process.
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, read));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).to.have.property('code', 'database_unavailable');
    }
    expect(ended, 'connections ended').to.be.greaterThan(0);
    const listener = core.extension.database.listen('shaon_test', () => undefined);
    const before = ended;
    for (let waits = 0; ended === before && waits < 100; waits += 1) await sleep(20);
    expect(ended, 'connections ended').to.be.greaterThan(before);
    isEnding = false;
    expect(await read()).to.deep.equal([]);
    await listener?.stop();
  });
});

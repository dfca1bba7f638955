import { type Core, createCore, migrateCore, systemActor } from '@shaon/core';
import { handlerLog, onEachDatabase, startTcpProxy, type TcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

/** A CopyInResponse that ends before the numbers that it must have; pg throws while it parses it. */
const GARBLED = Buffer.from([0x47, 0, 0, 0, 4]);

onEachDatabase('answers that PostgreSQL did not give', { migrate: migrateCore }, (database) => {
  if (database.type === 'sqlite') return;
  let proxy: TcpProxy;
  let core: Core;
  let garbled = 0;
  let isGarbling = false;
  const { log, failed } = handlerLog();

  before(async () => {
    const url = new URL((database.connection() as { url: string }).url);
    proxy = await startTcpProxy(Number(url.port), (inside) => (bytes) => {
      if (isGarbling) garbled += 1;
      inside.write(isGarbling ? GARBLED : bytes);
    });
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    core = await createCore({ database: { type: 'postgres', url: url.href }, keys: TEST_KEYS, log });
  });

  after(async () => {
    isGarbling = false;
    await core?.close();
    await proxy?.close();
  });

  it('fail the calls on their connection, end it, and leave the process to open another', async () => {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const listener = core.extension.database.listen('shaon_test', () => undefined);
    const work = () => [core.organization.departments(company), core.companies.create({ name: 'Mill' })];
    await Promise.all(work());
    isGarbling = true;
    // The second time the connections are new, and garbled while they log in.
    for (const _ of [1, 2]) {
      for (const outcome of await Promise.allSettled([...work(), ...work()])) {
        expect(outcome).to.have.nested.property('reason.code', 'database_unavailable');
      }
    }
    expect(garbled, 'garbled answers').to.be.greaterThan(4);
    expect(new Set(failed)).to.deep.equal(new Set(['answer of PostgreSQL']));
    isGarbling = false;
    await Promise.all([...work(), ...work()]);
    await listener?.stop();
  });
});

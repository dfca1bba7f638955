import { setTimeout as sleep } from 'node:timers/promises';
import { migrateCore } from '@shaon/core';
import { onEachDatabase, startTcpProxy, type TcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { guardedClient } from '../../src/database/connect/guarded-client.ts';
import { type Listener, listen } from '../../src/database/connect/listener.ts';
import { inPostgresSnapshot } from '../../src/database/readings/snapshot.ts';
import { silentLog } from '../../src/log.ts';
import { refusal } from '../support.ts';

const SILENT_MS = 1_500;
const Client = guardedClient(pg.Client, silentLog, { silentMs: SILENT_MS });

/* A network that drops a connection in silence: a proxy that passes nothing on and ends nothing. */
onEachDatabase('connections that have fallen silent', { migrate: migrateCore, only: 'postgres' }, (database) => {
  let proxy: TcpProxy;
  let url: string;

  before(async () => {
    const direct = new URL((database.connection() as { url: string }).url);
    proxy = await startTcpProxy(Number(direct.port));
    url = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
  });
  after(() => proxy?.close());

  it('end for whoever waits for an answer', async () => {
    const client = new Client({ connectionString: url });
    const ended = new Promise<Error>((resolve) => client.on('error', resolve));
    await client.connect();
    expect(proxy.silence()).to.equal(1);
    const error = await client.query('SELECT 1').catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(Error);
    expect(String(await ended)).to.contain('the server is silent');
  });

  it('are not those on which something comes and goes', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const end = Date.now() + 2 * SILENT_MS;
    while (Date.now() < end) await client.query('SELECT pg_sleep(0.1)');
    await client.end();
  });

  /** A pool of one connection, as core's own but with the short limit. */
  const openPool = async () => {
    const extra = { Client, max: 1 };
    return new DataSource({ type: 'postgres', url, extra }).initialize();
  };

  it('are no snapshots, whose pauses may last', async () => {
    const pool = await openPool();
    try {
      const read = await inPostgresSnapshot(pool.manager, async (run) => {
        await run('SELECT 1 AS one WHERE $1::boolean', [true]);
        await sleep(SILENT_MS * 1.5);
        return run('SELECT 1 AS one WHERE $1::boolean', [true]);
      });
      expect(read).to.deep.equal([{ one: 1 }]);
      const next = await refusal(pool.query(`SELECT pg_sleep(${(SILENT_MS * 4) / 1_000})`));
      expect(next).to.have.property('message').that.includes('the server is silent');
    } finally {
      await pool.destroy();
    }
  });

  it('are left by a listener, which hears again on another one', async () => {
    const pool = await new DataSource({ type: 'postgres', url }).initialize();
    const publisher = new pg.Client({ connectionString: (database.connection() as { url: string }).url });
    await publisher.connect();
    let listener: Listener | null = null;
    let heard = 0;
    const hearsMoreThan = async (count: number) => {
      const end = Date.now() + 15_000;
      while (heard <= count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(heard).to.be.greaterThan(count);
    };
    try {
      const hear = () => {
        heard += 1;
      };
      listener = listen(pool, 'fallen_silent', hear, silentLog, { askedEveryMs: 200, answerWithinMs: 2_000 });
      await hearsMoreThan(0);
      expect(proxy.silence('LISTEN "fallen_silent"')).to.equal(1);
      const before = heard;
      await publisher.query('NOTIFY fallen_silent');
      await hearsMoreThan(before);
      // And not only because it looks after each new connection.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const connections = proxy.connections;
      const settled = heard;
      await publisher.query('NOTIFY fallen_silent');
      await hearsMoreThan(settled);
      expect(proxy.connections).to.equal(connections);
    } finally {
      await listener?.stop();
      await publisher.end();
      await pool.destroy();
    }
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { handlerLog, listen, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { Registry } from 'prom-client';
import { watchAudit } from '../../src/host/audit-health.ts';
import { readConfig } from '../../src/host/config.ts';
import { closeServer } from '../../src/host/drain.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import type { HostLog } from '../../src/host/log.ts';
import { registerMetrics } from '../../src/host/register-metrics.ts';
import { migrateAll } from './running-shaon.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

const LIMIT = { keyPrefix: 'test', points: 2, duration: 60 };
const KEYS = { SHAON_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };

describe('a throw in a handler of the host', () => {
  it('that hears of the audit’s results does not reach the audit', () => {
    const { log, failed } = handlerLog();
    const audit = { onFlush: null as null | ((rows: number, seconds: number, isLost: boolean) => void) };
    watchAudit({ audit } as never, { auditFlushed: throws }, log as HostLog);
    audit.onFlush?.(1, 0.1, false);
    expect(failed).to.deep.equal(['audit flush']);
  });

  it('that a product has set for the audit’s results leaves Shaon its figures', async () => {
    const { log, failed } = handlerLog();
    const audit = { onFlush: throws as (rows: number, seconds: number, isLost: boolean) => void };
    const registry = new Registry();
    await registerMetrics({ registry, core: { audit, extension: { log } } as never });
    audit.onFlush(3, 0.1, false);
    expect(failed).to.deep.equal(['audit metrics of a product']);
    expect(await registry.metrics()).to.include('shaon_audit_rows_total{outcome="written"} 3');
  });

  it('that cuts connections off leaves the server to end with them', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const server = createServer(() => undefined);
    const { url } = await listen(server);
    const abandoned = new AbortController();
    const answer = fetch(url, { signal: abandoned.signal }).catch(() => null);
    await once(server, 'request');
    const closed = closeServer(Object.assign(server, { closeAllConnections: throws }), log);
    await untilFailed();
    expect(failed).to.deep.equal(['cutting off connections']);
    abandoned.abort();
    await closed;
    await answer;
  });

  it('that looks at Redis leaves calls counted there again', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const redis = await startFakeRedis();
    const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    const { store, health, close } = await openLimitStore(config, log as HostLog);
    health.update = throws;
    redis.close();
    while (!failed.includes('look at Redis')) await untilFailed(failed.length + 1);
    expect(new Set(failed)).to.deep.equal(new Set(['error of Redis', 'look at Redis']));
    expect(store(LIMIT)).to.have.property('consume');
    await close();
  }).timeout(20_000);
});

onEachDatabase('a throw in a handler of the limit’s store', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') return;

  it('leaves calls counted in PostgreSQL', async () => {
    const { url } = database.connection() as { url: string };
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const config = readConfig({ ...KEYS, DATABASE_URL: url, SHAON_LIMIT_STORE: 'postgres' });
    const { store, close } = await openLimitStore(config, log as HostLog);
    const limit = store(LIMIT);
    expect((await limit.consume('caller')).remainingPoints).to.equal(1);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'shaon-limit'`,
    );
    await client.end();
    await untilFailed();
    expect(failed).to.deep.equal(['limit store']);
    expect((await limit.consume('caller')).remainingPoints).to.equal(0);
    await close();
  });
});

/** Says to every client that it is Redis and ready. */
async function startFakeRedis() {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (commands) => {
      for (const [command] of String(commands).matchAll(/\*\d+\r\n\$\d+\r\n\w+/g)) {
        socket.write(/info$/i.test(command) ? '$9\r\nloading:0\r\n' : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

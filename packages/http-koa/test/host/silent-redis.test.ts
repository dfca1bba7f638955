import { setTimeout as sleep } from 'node:timers/promises';
import { handlerLog, type RunningRedis, skipWithout, startRedis, startTcpProxy, type TcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { readConfig } from '../../src/host/config.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import type { HostLog } from '../../src/host/log.ts';

describe('a connection to Redis', () => {
  let redis: RunningRedis | undefined;
  let proxy: TcpProxy;
  let limits: Awaited<ReturnType<typeof openLimitStore>>;
  let count: () => Promise<number | null>;
  /** Of each answer of Redis. */
  let delayMs: number;
  /** Where the name of Redis leads. */
  let port: number;

  before(async function () {
    skipWithout(this, 'redis-server');
    redis = await startRedis();
  });
  after(() => redis?.close());

  beforeEach(async () => {
    delayMs = 0;
    port = redis?.port as number;
    proxy = await startTcpProxy(
      () => port,
      (inside) => async (bytes) => {
        if (delayMs > 0) await sleep(delayMs);
        inside.write(bytes);
      },
    );
    const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    limits = await openLimitStore(config, handlerLog().log as HostLog);
    const limit = limits.store({ keyPrefix: 'test', points: 1_000, duration: 60 });
    const health = limits.health;
    count = async () => {
      const counted = await limit.consume('token').catch(() => null);
      health.update(counted === null);
      return counted?.consumedPoints ?? null;
    };
    expect(await count()).to.be.a('number');
  });
  afterEach(async () => {
    await limits.close();
    await proxy.close();
  });

  it('that the network drops silently is replaced, so that all processes count together again soon', async () => {
    proxy.silence();
    expect(await count()).to.equal(null);
    for (let tries = 0; (await count()) === null && tries < 100; tries += 1) await sleep(50);
    expect(await count()).to.be.a('number');
    expect(proxy.connections).to.equal(2);
  }).timeout(20_000);

  it('whose server is a replica since a failover is replaced, because its name may lead to the new primary', async () => {
    const primary = await startRedis();
    const replica = new Redis(redis?.url as string);
    try {
      await replica.replicaof('127.0.0.1', primary.port);
      port = primary.port;
      expect(await count()).to.equal(null);
      for (let tries = 0; (await count()) === null && tries < 100; tries += 1) await sleep(50);
      expect(await count()).to.be.a('number');
    } finally {
      await replica.replicaof('NO', 'ONE');
      replica.disconnect();
      await primary.close();
    }
  }).timeout(20_000);

  it('that is read-only stays degraded, however often it is connected to, until it takes a count', async () => {
    const readOnly = new Redis(redis?.url as string);
    try {
      await readOnly.replicaof('127.0.0.1', 1);
      expect(await count()).to.equal(null);
      while (proxy.connections < 4) {
        expect(limits.health.isDegraded).to.equal(true);
        await count();
        await sleep(10);
      }
      await readOnly.replicaof('NO', 'ONE');
      // Nobody calls meanwhile.
      while (limits.health.isDegraded) await sleep(20);
      expect(await count()).to.be.a('number');
    } finally {
      await readOnly.replicaof('NO', 'ONE');
      readOnly.disconnect();
    }
  }).timeout(20_000);

  it('that was slow once, and is asked nothing then, is kept', async () => {
    delayMs = 400;
    expect(await count()).to.equal(null);
    delayMs = 0;
    await sleep(2_500);
    expect(await count()).to.be.a('number');
    expect(proxy.connections).to.equal(1);
  }).timeout(20_000);

  it('that is slow for long is kept, and is replaced when it falls silent then', async () => {
    delayMs = 300;
    const until = performance.now() + 3_000;
    while (performance.now() < until) expect(await count()).to.equal(null);
    expect(proxy.connections).to.equal(1);
    proxy.silence();
    delayMs = 0;
    for (let tries = 0; (await count()) === null && tries < 100; tries += 1) await sleep(50);
    expect(await count()).to.be.a('number');
    expect(proxy.connections).to.equal(2);
  }).timeout(20_000);

  it('that follows a lost one is kept, also if a call was waiting for an answer', async () => {
    proxy.silence();
    const waiting = count();
    proxy.drop();
    await waiting;
    const until = performance.now() + 2_500;
    while (performance.now() < until) {
      await count();
      await sleep(50);
    }
    expect(await count()).to.be.a('number');
    expect(proxy.connections).to.equal(2);
  }).timeout(20_000);
});

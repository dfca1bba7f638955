import { handlerLog, type RunningRedis, skipWithout, startRedis, startTcpProxy, type TcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import type { HostLog } from '../../src/host/log.ts';

describe('a connection to Redis that the network drops silently', () => {
  let redis: RunningRedis | undefined;
  let proxy: TcpProxy | undefined;

  before(async function () {
    skipWithout(this, 'redis-server');
    redis = await startRedis();
    proxy = await startTcpProxy(redis.port);
  });
  after(async () => {
    await proxy?.close();
    await redis?.close();
  });

  it('is replaced, so that all processes count together again soon', async () => {
    const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${proxy?.port}` });
    const { store, close } = await openLimitStore(config, handlerLog().log as HostLog);
    const limit = store({ keyPrefix: 'test', points: 1_000, duration: 60 });
    const count = () =>
      limit.consume('token').then(
        ({ consumedPoints }) => consumedPoints,
        () => null,
      );
    expect(await count()).to.equal(1);
    proxy?.silence();
    expect(await count()).to.equal(null);
    while ((await count()) === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(proxy?.connections).to.equal(2);
    await close();
  }).timeout(20_000);
});

import { type CoreLog, silentLog } from '@shaon/core';
import { LimitHealth, type LimitStore, memoryLimitStore } from '@shaon/http-koa';
import { expect } from 'chai';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { withApi } from '../support.ts';

/** What the shared store does with each call. */
type StoreState = 'answers' | 'hangs' | 'rejects' | 'throws';

let state: StoreState = 'answers';
let asked = 0;

/** Counts like a shared store, of which `instanceof RateLimiterMemory` is false. */
const unreliableStore: LimitStore = (limit) => {
  const counter = memoryLimitStore(limit);
  const consume = (key: string): Promise<RateLimiterRes> => {
    asked++;
    if (state === 'throws') throw new Error('thrown');
    if (state === 'rejects') return Promise.reject(new Error('rejected'));
    return state === 'hangs' ? new Promise(() => undefined) : counter.consume(key);
  };
  return { consume } as unknown as RateLimiterAbstract;
};

const changes: boolean[] = [];
const health = new LimitHealth((isDegraded) => {
  changes.push(isDegraded);
  throw new Error('a listener that fails');
});
const warnings: string[] = [];
const failures: unknown[] = [];
const log: CoreLog = {
  ...silentLog,
  warn: (_fields, message) => warnings.push(message),
  error: (fields) => failures.push(fields.handler),
};

withApi(
  'v1 rate limit, a shared store that fails (D:A19)',
  (test) => {
    const statusesOf = async (token: string, count: number) => {
      const responses = await Promise.all(Array.from({ length: count }, () => test.call('GET', '/shifts', { token })));
      for (const { status, headers } of responses) {
        expect(headers.get('x-ratelimit-limit')).to.equal('5');
        expect(headers.has('x-ratelimit-remaining')).to.equal(true);
        expect(headers.has('retry-after')).to.equal(status === 429);
      }
      return responses.map(({ status }) => status).sort();
    };
    const untilHealthy = async () => {
      for (const token = await test.newToken(['shifts:read']); health.isDegraded; ) {
        await test.call('GET', '/shifts', { token });
      }
    };

    for (const failing of ['hangs', 'rejects', 'throws'] as const) {
      it(`counts in this process while the store ${failing}, and in the store again when it is back`, async () => {
        const token = await test.newToken(['shifts:read']);
        state = 'answers';
        changes.length = 0;
        expect(await statusesOf(token, 1)).to.deep.equal([200]);
        state = failing;
        expect(await statusesOf(token, 8)).to.deep.equal([200, 200, 200, 200, 200, 429, 429, 429]);
        expect(health.isDegraded).to.equal(true);

        const before = asked;
        await statusesOf(await test.newToken(['shifts:read']), 5);
        expect(asked - before, 'calls that tried the store again').to.be.at.most(1);

        state = 'answers';
        await untilHealthy();
        // The store knows of the one call before it failed, and of none since.
        expect(await statusesOf(token, 5)).to.deep.equal([200, 200, 200, 200, 429]);
        expect(changes).to.deep.equal([true, false]);
      }).timeout(15_000);
    }

    it('warns once a minute, and keeps what a listener throws from the process', () => {
      expect(warnings).to.have.lengthOf(1);
      expect(new Set(failures)).to.deep.equal(new Set(['limit health']));
      warnings.length = 0;
      failures.length = 0;
    });
  },
  { v1: { limitPerMinute: 5, limitStore: unreliableStore, limitHealth: health, log } },
);

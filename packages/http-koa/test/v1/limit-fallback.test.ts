import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { silentLog } from '@shaon/core';
import { expect } from 'chai';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitWithFallback } from '../../src/v1/limit-fallback.ts';
import { LimitHealth } from '../../src/v1/limit-health.ts';

/** D:A19: a store may take 250 ms to answer. */
const STORE_MAY_TAKE_MS = 250;

describe('the rate limit beside a store that answers late', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** One call, which the store answers after `ms` with 7 calls so far; gives whose count it was, null for nobody's yet. */
  async function countedBy(ms: number): Promise<'store' | 'process' | null> {
    const shared = new RateLimiterMemory({ points: 100, duration: 60 });
    shared.consume = () => new Promise((resolve) => setTimeout(resolve, ms, new RateLimiterRes(93, 60_000, 7, false)));
    const own = new RateLimiterMemory({ points: 100, duration: 60 });
    const health = new LimitHealth();
    const counting = new LimitWithFallback(shared, own, health, silentLog).consume('a token');
    mock.timers.tick(STORE_MAY_TAKE_MS - 2);
    await someTurns();
    mock.timers.tick(2);
    const counted = await Promise.race([counting, someTurns()]);
    if (counted === null) return null;
    expect(health.isDegraded).to.equal(counted.consumedPoints === 1);
    return counted.consumedPoints === 1 ? 'process' : 'store';
  }

  it('counts in this process once the time of the store is over', async () => {
    expect(await countedBy(STORE_MAY_TAKE_MS + 1)).to.equal('process');
    expect(await countedBy(STORE_MAY_TAKE_MS - 1)).to.equal('store');
  });
});

/** Enough turns of the event loop for everything that waits for no time. */
async function someTurns(): Promise<null> {
  for (let turns = 0; turns < 10; turns += 1) await setImmediate();
  return null;
}

import { expect } from 'chai';
import { ShaonClient } from '../src/index.ts';
import { Pace } from '../src/pace.ts';

/** A service that allows so many requests in a window of two seconds, as the contract's headers say. */
function limited(limit: number): { fetch: typeof fetch; refused: () => number } {
  let windowEnd = 0;
  let used = 0;
  let refused = 0;
  return {
    refused: () => refused,
    fetch: async () => {
      const now = Date.now();
      if (now >= windowEnd) {
        windowEnd = now + 2_000;
        used = 0;
      }
      used += 1;
      const headers = {
        Date: new Date(now).toUTCString(),
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
        'X-RateLimit-Reset': String(Math.ceil(windowEnd / 1_000)),
      };
      if (used <= limit) return Response.json({ data: [] }, { headers });
      refused += 1;
      const retryAfter = String(Math.ceil((windowEnd - now) / 1_000));
      return Response.json({ message: 'x' }, { status: 429, headers: { ...headers, 'Retry-After': retryAfter } });
    },
  };
}

describe('the pace', () => {
  it('waits for the next window instead of running into the limit', async () => {
    const { fetch, refused } = limited(3);
    const client = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch, retries: 0, pace: true });
    const begin = performance.now();
    for (let index = 0; index < 5; index += 1) await client.shifts.list();
    expect(refused()).to.equal(0);
    expect(performance.now() - begin).to.be.within(1_000, 8_000);
  });

  it('announces a wait once', async () => {
    const pace = new Pace();
    const announced: number[] = [];
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'Retry-After': '1' };
    pace.learn(new Headers(headers));
    await Promise.all([1, 2, 3].map(() => pace.take(undefined, (delay) => announced.push(delay))));
    expect(announced).to.have.length(3);
    expect(announced.every(Number.isInteger)).to.equal(true);
  });

  it('is off unless asked for', async () => {
    const { fetch, refused } = limited(3);
    const client = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch, retries: 0 });
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => client.shifts.list()));
    expect(calls.filter(({ status }) => status === 'rejected')).to.have.length(2);
    expect(refused()).to.equal(2);
  });

  it('lets no more through at once than the window holds', async () => {
    const pace = new Pace();
    const controller = new AbortController();
    let through = 0;
    const waiting = Array.from({ length: 80 }, () =>
      pace.take(controller.signal, () => undefined).then(() => (through += 1)),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(through).to.equal(60);
    controller.abort();
    await Promise.allSettled(waiting);
    expect(through).to.equal(60);
  });

  it('heeds what others with the same token have used', async () => {
    const pace = new Pace();
    await pace.take(undefined, () => undefined);
    pace.learn(new Headers({ 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'Retry-After': '30' }));
    let through = false;
    const controller = new AbortController();
    const next = pace.take(controller.signal, () => undefined).then(() => (through = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(through).to.equal(false);
    controller.abort();
    await Promise.allSettled([next]);
  });

  describe('after the end of a window', () => {
    const { now } = performance;
    const ended = 1_800_000_000;
    const silent = (): void => undefined;
    let clock: number;
    let pace: Pace;

    const learn = (reset: number, remaining: number) =>
      pace.learn(
        new Headers({
          Date: new Date(reset * 1_000 - 1_000).toUTCString(),
          'X-RateLimit-Limit': '60',
          'X-RateLimit-Remaining': String(remaining),
          'X-RateLimit-Reset': String(reset),
        }),
      );

    /** How many of 60 further requests go through at once. */
    async function through(): Promise<number> {
      const controller = new AbortController();
      let count = 0;
      const calls = Array.from({ length: 60 }, () => pace.take(controller.signal, silent).then(() => (count += 1)));
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort();
      await Promise.allSettled(calls);
      return count;
    }

    beforeEach(async () => {
      clock = 1_000;
      performance.now = () => clock;
      pace = new Pace();
      await pace.take(undefined, silent);
      learn(ended, 59);
      clock += 62_000;
      for (let index = 0; index < 40; index += 1) await pace.take(undefined, silent);
    });
    afterEach(() => {
      performance.now = now;
    });

    it('a late answer of that window does not end the next one', async () => {
      learn(ended, 0);
      clock += 2_500;
      expect(await through()).to.equal(20);
    });

    it('an answer of the next window counts', async () => {
      learn(ended + 60, 5);
      expect(await through()).to.equal(5);
    });

    it('the first answer of the next window gives back nothing that is on its way', async () => {
      learn(ended + 60, 59);
      expect(await through()).to.equal(20);
    });

    it('an answer of a window that the service began before this one ended gives all of that window', async () => {
      learn(ended + 60, 20);
      learn(ended + 120, 59);
      expect(await through()).to.equal(59);
    });

    it('an answer by a clock that was set back counts', async () => {
      learn(ended - 3_600, 5);
      expect(await through()).to.equal(5);
    });
  });

  describe('waits a window at most', () => {
    const refusal = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' };
    const longest = 61_000;

    /** How long the next one would wait; null when it goes on at once. The wait itself is cut short. */
    async function announced(pace: Pace): Promise<number | null> {
      const waits: number[] = [];
      const stop = (delay: number) => {
        waits.push(delay);
        throw new Error('it waits');
      };
      await pace.take(undefined, stop).catch(() => undefined);
      return waits[0] ?? null;
    }

    for (const retryAfter of ['61', '3600', '9'.repeat(400)])
      it(`when Retry-After is ${retryAfter.slice(0, 9)}`, async () => {
        const pace = new Pace();
        pace.learn(new Headers({ ...refusal, 'Retry-After': retryAfter }));
        expect(await announced(pace)).to.be.within(1, longest);
      });

    it('when the clock is set back meanwhile', async () => {
      const pace = new Pace();
      pace.learn(new Headers({ ...refusal, 'Retry-After': '30' }));
      const { now } = Date;
      Date.now = () => now() - 3_600_000;
      try {
        expect(await announced(pace)).to.be.within(1, longest);
      } finally {
        Date.now = now;
      }
    });

    it('and goes on when somebody says that the limit is 0', async () => {
      for (const retryAfter of ['0', '1']) {
        const pace = new Pace();
        pace.learn(new Headers({ ...refusal, 'X-RateLimit-Limit': '0', 'Retry-After': retryAfter }));
        expect(await announced(pace)).to.equal(null);
      }
    });
  });
});

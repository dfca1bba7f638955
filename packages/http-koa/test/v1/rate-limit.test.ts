import { memoryLimitStore } from '@shaon/http-koa';
import { expect } from 'chai';
import { withApi } from '../support.ts';

withApi(
  'v1 rate limit',
  (test) => {
    it('lets exactly 60 of a hundred parallel calls of one token pass', async () => {
      const token = await test.newToken(['employees:read']);
      const responses = await Promise.all(Array.from({ length: 100 }, () => test.call('GET', '/employees', { token })));
      expect(responses.filter((response) => response.status === 200)).to.have.lengthOf(60);
      const refused = responses.filter((response) => response.status === 429);
      expect(refused).to.have.lengthOf(40);
      for (const response of refused) {
        expect(response.body).to.deep.equal({ message: 'Too Many Attempts.' });
        expect(response.headers.get('x-ratelimit-remaining')).to.equal('0');
        expect(Number(response.headers.get('retry-after'))).to.be.within(1, 60);
      }
      const remaining = responses
        .filter((response) => response.status === 200)
        .map((response) => Number(response.headers.get('x-ratelimit-remaining')));
      expect(remaining.sort((a, b) => b - a)).to.deep.equal(Array.from({ length: 60 }, (_, index) => 59 - index));
    });

    it('counts refusals of every kind but 401, and tells the limit with each', async () => {
      const token = await test.newToken(['employees:read']);
      const calls = [
        ['GET', '/employees'],
        ['HEAD', '/employees'],
        ['GET', '/leave'],
        ['GET', '/employees/0'],
        ['GET', '/nowhere'],
        ['DELETE', '/employees'],
        ['OPTIONS', '/employees'],
        ['GET', '/employees?per_page=0'],
      ] as const;
      for (const [index, [method, path]] of calls.entries()) {
        const { headers, status } = await test.call(method, path, { token });
        expect(headers.get('x-ratelimit-limit'), `${method} ${path}`).to.equal('60');
        expect(headers.get('x-ratelimit-remaining'), `${method} ${path} ${status}`).to.equal(String(59 - index));
        expect(Number(headers.get('x-ratelimit-reset'))).to.be.closeTo(Date.now() / 1_000 + 60, 5);
        expect(headers.get('retry-after')).to.equal(null);
      }
    });

    it('is per token, not per company or address', async () => {
      const [one, other] = [await test.newToken(['employees:read']), await test.newToken(['employees:read'])];
      await Promise.all(Array.from({ length: 60 }, () => test.call('GET', '/employees', { token: one })));
      expect((await test.call('GET', '/employees', { token: one })).status).to.equal(429);
      expect((await test.call('GET', '/employees', { token: other })).status).to.equal(200);
    });
  },
  { v1: { limitPerMinute: 60 } },
);

withApi(
  'v1 rate limit, a client that hammers',
  (test) => {
    it('is let through when the window ends: a 429 does not lengthen it (D:R4)', async function () {
      this.timeout(30_000);
      const statuses: number[] = [];
      const hammer = async () => statuses.push((await test.call('GET', '/employees')).status);
      do await hammer();
      while (!statuses.includes(429));
      do await hammer();
      while (statuses.at(-1) === 429);
      expect(statuses.at(-1)).to.equal(200);
    });
  },
  { v1: { limitPerMinute: 2, limitStore: (limit) => memoryLimitStore({ ...limit, duration: 1 }) } },
);

import { expect } from 'chai';
import { nextWait } from '../../src/dispatch/next-wait.ts';

const IDLE = { failures: 0, contentions: 0, hasMoreEndpoints: false, isWoken: false, pollMs: 1_000 };

const CASES: readonly (readonly [string, Partial<typeof IDLE>, number])[] = [
  ['idle, it polls', {}, 1_000],
  ['woken, it gathers what becomes due meanwhile', { isWoken: true }, 10],
  ['however short the poll is', { pollMs: 1 }, 10],
  ['with more endpoints to look at', { hasMoreEndpoints: true }, 20],
  ['but not longer than a poll', { hasMoreEndpoints: true, pollMs: 15 }, 15],
  ['beside another worker', { contentions: 1 }, 10],
  ['beside another worker again', { contentions: 3 }, 40],
  ['beside another worker for long', { contentions: 50 }, 200],
  ['beside another worker, with more endpoints', { contentions: 50, hasMoreEndpoints: true }, 20],
  ['after a failure', { failures: 1 }, 100],
  ['after four failures', { failures: 4, contentions: 2, hasMoreEndpoints: true }, 800],
  ['after many failures', { failures: 2_000 }, 10_000],
  ['woken after failures, without a hot loop', { failures: 8, isWoken: true }, 100],
];

describe('the wait until the next claim', () => {
  for (const [name, known, milliseconds] of CASES) {
    it(`${name}: ${milliseconds} ms`, () => {
      expect(nextWait({ ...IDLE, ...known })).to.equal(milliseconds);
    });
  }
});

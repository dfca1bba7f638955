import { expect } from 'chai';
import { nextTryAt } from '../../src/messages/message-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the next try of a message that could not be sent', () => {
  const created = new Date('2026-06-01T06:00:00Z');
  const waitAfter = (tries: number, age = 0) => {
    const now = new Date(created.getTime() + age);
    const next = nextTryAt(tries, created, now);
    return next && next.getTime() - now.getTime();
  };

  it('waits longer each time', () => {
    expect([1, 2, 3, 4, 5, 9].map((tries) => waitAfter(tries))).to.deep.equal([
      ...[30_000, 5 * MINUTE, HOUR, 6 * HOUR, 6 * HOUR, 6 * HOUR],
    ]);
  });

  it('is given up a day after the message was made, and not before five tries', () => {
    expect(waitAfter(4, 100 * HOUR)).to.equal(6 * HOUR);
    expect(waitAfter(5, 18 * HOUR)).to.equal(6 * HOUR);
    expect(waitAfter(5, 18 * HOUR + 1)).to.equal(null);
    expect(waitAfter(6, 30 * HOUR)).to.equal(null);
  });

  it('is given up after five tries if a clock that was ahead made the message', () => {
    expect(waitAfter(4, -1_000 * HOUR)).to.equal(6 * HOUR);
    expect(waitAfter(5, -1_000 * HOUR)).to.equal(null);
  });
});

import { expect } from 'chai';
import { TestClock } from '../src/index.ts';

describe('TestClock', () => {
  it('stands still until it is moved', () => {
    const clock = new TestClock('2026-03-27T01:30:00.250Z');
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).to.equal('2026-03-27T01:30:00.250Z');
    clock.advance(1_750);
    expect(clock.now().toISOString()).to.equal('2026-03-27T01:30:02.000Z');
    clock.set(new Date(0));
    expect(clock.now().getTime()).to.equal(0);
  });

  it('refuses what is no instant', () => {
    expect(() => new TestClock('tomorrow')).to.throw(RangeError);
    expect(() => new TestClock().advance(Number.NaN)).to.throw(RangeError);
  });
});

import { expect } from 'chai';
import { SPEC_WAITS_MS, waitAfterFailure } from '../src/retry-schedule.ts';

describe('the retry schedule', () => {
  it('uses every wait of SPEC 6 once, then gives up', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => waitAfterFailure(SPEC_WAITS_MS, failures));
    expect(waits).to.deep.equal([10_000, 30_000, 120_000, 600_000, 1_800_000, null, null]);
  });

  it('lasts 42 min 40 s in all (D:V1)', () => {
    expect(SPEC_WAITS_MS.reduce((sum, wait) => sum + wait)).to.equal((42 * 60 + 40) * 1000);
  });

  it('does not retry at all when there are no waits', () => {
    expect(waitAfterFailure([], 1)).to.equal(null);
  });

  it('retries at once when a wait is 0', () => {
    expect(waitAfterFailure([0], 1)).to.equal(0);
  });
});

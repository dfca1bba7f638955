import { expect } from 'chai';
import { stepOfCode } from '../../src/accounts/second-factor-check.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 examples, whose last six digits are ours. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const EXAMPLES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('codes of an authenticator app', () => {
  for (const [seconds, code] of EXAMPLES) {
    it(`are those of RFC 6238 at ${seconds} s`, () => {
      const step = Math.floor(seconds / 30);
      expect(stepOfCode(SECRET, code, new Date(seconds * 1_000), null)).to.equal(step);
      expect(stepOfCode(SECRET, code, new Date(seconds * 1_000), step - 1)).to.equal(step);
      expect(stepOfCode(SECRET, code, new Date(seconds * 1_000), step)).to.equal(null);
      expect(stepOfCode(SECRET, code, new Date((seconds + 90) * 1_000), null)).to.equal(null);
    });
  }

  it('are accepted again once a clock far ahead that accepted later ones is set right', () => {
    const [seconds, code] = EXAMPLES[1];
    const step = Math.floor(seconds / 30);
    const accepted = (lastStep: number) => stepOfCode(SECRET, code, new Date(seconds * 1_000), lastStep);
    expect([step, step + 1, step + 10].map(accepted), 'clocks that differ a little').to.deep.equal([null, null, null]);
    expect(accepted(step + 1_000_000)).to.equal(step);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { hundredthsKeepingSum, hundredthsOf } from '../../src/payroll/hundredths.ts';

describe('hours in hundredths', () => {
  const sumOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const minutes = fc.array(fc.nat({ max: 20_000 }), { maxLength: 60 });

  it('keep their sum: what is cut goes to those that lost the most', () => {
    expect(hundredthsKeepingSum([500, 500, 500])).to.deep.equal([834, 833, 833]);
    expect(hundredthsKeepingSum([1, 2, 0, 60])).to.deep.equal([2, 3, 0, 100]);
    expect(hundredthsKeepingSum([10, 10, 10], 51)).to.deep.equal([17, 17, 17]);
    expect(hundredthsKeepingSum([])).to.deep.equal([]);
  });

  it('are never a hundredth or more from their minutes, exact ones stay, and parts fit any whole that is near', () => {
    fc.assert(
      fc.property(minutes, (values) => {
        const given = hundredthsKeepingSum(values);
        expect(sumOf(given)).to.equal(hundredthsOf(sumOf(values)));
        for (const [index, value] of values.entries()) {
          const exact = (value * 5) / 3;
          expect(Math.abs((given[index] ?? 0) - exact)).to.be.lessThan(1);
          if (value % 3 === 0) expect(given[index]).to.equal(exact);
        }
        for (const whole of [Math.floor((sumOf(values) * 5) / 3), Math.ceil((sumOf(values) * 5) / 3)]) {
          expect(sumOf(hundredthsKeepingSum(values, whole))).to.equal(whole);
        }
      }),
    );
  });
});

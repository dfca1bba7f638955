import { expect } from 'chai';
import fc from 'fast-check';
import { issue } from '../../src/input/issue.ts';
import {
  amount,
  canonicalInteger,
  filterId,
  finiteNumber,
  flag,
  pagingFields,
  referenceId,
} from '../../src/input/number-fields.ts';
import { MAX_ID } from '../../src/possible-id.ts';
import { accepted, expectRefused, refused } from './field-cases.ts';

const NOT_CANONICAL = [
  'abc',
  '+5',
  '-1',
  ' 5',
  '5 ',
  '05',
  '007',
  '5.0',
  '1e2',
  '0x10',
  '٥',
  '５',
  '1_000',
  '5\n',
  '--1',
];
const NOT_A_NUMBER = [true, false, {}, [], [5], ['5'], ['1', '2'], 1.5, Number.NaN, Number.POSITIVE_INFINITY];

describe('integer fields', () => {
  it('take canonical digits and JSON integers only (D:Q2)', () => {
    const field = canonicalInteger();
    expect(accepted(field, '50')).to.equal(50);
    expect(accepted(field, 50)).to.equal(50);
    expect(accepted(field, '0')).to.equal(0);
    expectRefused(field, 'integer', [...NOT_CANONICAL, ...NOT_A_NUMBER, null, '']);
    expectRefused(field, 'max', ['9007199254740992', '9'.repeat(20)]);
    expectRefused(field, 'integer', ['9'.repeat(400)]);
  });

  it('read any canonical text as its number, and no other text', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => accepted(canonicalInteger(), String(value)) === value));
    const text = fc.string({
      unit: fc.constantFrom('0', '1', '9', '-', '+', '.', ' ', 'e', 'x'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, (value) => {
        if (String(Number(value)) === value && !/[-.ex]/.test(value))
          expect(accepted(filterId(), value)).to.equal(Number(value));
        else expect(refused(filterId(), value)).to.deep.equal(['integer']);
      }),
      { numRuns: 2000 },
    );
  });

  it('bound per_page and page (D:Q1, Q3)', () => {
    const { page, per_page } = pagingFields();
    for (const value of ['1', '200']) expect(accepted(per_page, value)).to.equal(Number(value));
    expect(refused(per_page, '0')).to.deep.equal(['min']);
    expect(refused(per_page, '201')).to.deep.equal(['max']);
    expect(refused(per_page, '-1')).to.deep.equal(['integer']);
    expect(accepted(page, '9007199254740991')).to.equal(Number.MAX_SAFE_INTEGER);
    expect(refused(page, '0')).to.deep.equal(['min']);
    expect(refused(page, '9007199254740992')).to.deep.equal(['max']);
  });

  it('read an id that no column can hold as 0, which matches nothing (D:Q14)', () => {
    expect(accepted(filterId(), '2147483647')).to.equal(MAX_ID);
    for (const value of ['0', '2147483648', '9'.repeat(20), '9'.repeat(400)])
      expect(accepted(filterId(), value)).to.equal(0);
    expectRefused(filterId(), 'integer', [...NOT_CANONICAL, ...NOT_A_NUMBER]);
  });

  it('take references as JSON integers or digits, null or a blank text to clear (D:W13, W32)', () => {
    const department = referenceId().nullable();
    for (const value of [5, '5']) expect(accepted(department, value)).to.equal(5);
    for (const value of [null, '', ' ', '\u3000\t']) expect(accepted(department, value)).to.equal(null);
    for (const value of [0, -1, 2 ** 40]) expect(accepted(department, value)).to.equal(0);
    expectRefused(department, 'integer', [...NOT_CANONICAL, ...NOT_A_NUMBER]);
    expectRefused(referenceId(), 'integer', [null, '']);
  });

  it('know finite numbers and booleans', () => {
    const lat = finiteNumber({ min: -90, max: 90 });
    for (const value of [-90, 0, 32.0853, 90]) expect(accepted(lat, value)).to.equal(value);
    expectRefused(lat, 'numeric', ['32', null, Number.NaN, Number.POSITIVE_INFINITY]);
    expect([refused(lat, -90.1), refused(lat, 90.1)]).to.deep.equal([['min'], ['max']]);
    expect(accepted(flag(), false)).to.equal(false);
    expectRefused(flag(), 'boolean', ['true', 1, 0, null]);
  });
});

describe('amounts (D:W15)', () => {
  it('are decimal strings with four decimals, from numbers and numeric strings', () => {
    const pairs: [unknown, string][] = [
      [0, '0.0000'],
      [-0, '0.0000'],
      ['-0.00', '0.0000'],
      [45.5, '45.5000'],
      ['45.50', '45.5000'],
      [' 45 ', '45.0000'],
      ['007.1', '7.1000'],
      ['1.500000', '1.5000'],
      [0.0001, '0.0001'],
      [99_999_999.99, '99999999.9900'],
      ['99999999.99', '99999999.9900'],
      [100_000_000 - 1, '99999999.0000'],
    ];
    for (const [value, result] of pairs) expect(accepted(amount(), value), String(value)).to.equal(result);
  });

  it('refuse what is negative, too great, too fine or no number', () => {
    expectRefused(amount(), 'min', [-1, '-1', -0.0001, '-99999999999', -1e21]);
    expectRefused(amount(), 'max', [100_000_000, '99999999.991', '99999999.9901', 1e20, 1e21, 1e308, '9'.repeat(400)]);
    expectRefused(amount(), 'decimal', [0.00001, '1.23456', 0.1 + 0.2, 1e-9, 1.5e-7, 1e-21, 1e-22, 5e-324]);
    expectRefused(amount(), 'numeric', ['abc', '1e2', '+5', '.5', '5.', '1,5', '0x1', '٥', Number.NaN, true, [], {}]);
    expectRefused(amount(), 'numeric', [null, '', '1 000', Number.POSITIVE_INFINITY]);
    expectRefused(amount().required(issue('required')), 'required', [null, '']);
  });

  it('keep the value of any amount, written as number or text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_900 }), (tenThousandths) => {
        const value = tenThousandths / 10_000;
        const result = accepted(amount(), value) as string;
        expect(result).to.match(/^\d{1,8}\.\d{4}$/);
        expect(result).to.equal(value.toFixed(4));
        expect(accepted(amount(), String(value))).to.equal(result);
        expect(accepted(amount(), result)).to.equal(result);
      }),
      { numRuns: 1000 },
    );
  });
});

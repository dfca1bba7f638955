import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import fc from 'fast-check';
import { isIsraeliId, padIsraeliId } from '../../src/employees/israeli-id.ts';

interface IdVectors {
  valid: { id_number: string; padded: string }[];
  invalid: { id_number: string; note: string }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../test-vectors/id-numbers.json', import.meta.url), 'utf8'),
) as IdVectors;
const validator = createRequire(import.meta.url)('validator') as {
  isIdentityCard(text: string, locale: string): boolean;
};

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

describe('Israeli ID numbers (D:W7)', () => {
  it('are valid and invalid as the vectors say', () => {
    for (const { id_number, padded } of vectors.valid) {
      expect(isIsraeliId(id_number), id_number).to.equal(true);
      expect(padIsraeliId(id_number)).to.equal(padded);
    }
    for (const { id_number, note } of vectors.invalid) {
      expect(isIsraeliId(id_number), `${id_number}: ${note}`).to.equal(false);
    }
  });

  it('agree with validator on 100,000 numbers of nine digits; it accepts only zeros, we do not', () => {
    expect(validator.isIdentityCard('000000000', 'he-IL')).to.equal(true);
    let valid = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (value) => {
        const text = digits(value, 9);
        const ours = isIsraeliId(text);
        if (ours) valid++;
        return ours === validator.isIdentityCard(text, 'he-IL');
      }),
      { numRuns: 100_000 },
    );
    expect(valid).to.be.within(8000, 12_000);
  });

  it('of eight digits are valid if they are with a zero before them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (value) => {
        expect(isIsraeliId(digits(value, 8))).to.equal(validator.isIdentityCard(digits(value, 9), 'he-IL'));
      }),
      { numRuns: 5000 },
    );
  });

  it('are of eight or nine digits, also where seven or ten would pass the arithmetic', () => {
    let seven = 0;
    for (let value = 1; value <= 20_000; value++) {
      expect(isIsraeliId(digits(value * 499_979, 10)), `${value}`).to.equal(false);
      // Seven digits are the number of nine with two zeros before them.
      if (!isIsraeliId(digits(value, 9))) continue;
      seven += 1;
      expect(isIsraeliId(digits(value, 7)), `${value}`).to.equal(false);
    }
    expect(seven).to.equal(1_999);
  });

  it('have exactly one check digit for any other eight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (value) => {
        const valid = Array.from({ length: 10 }, (_, last) => isIsraeliId(`${digits(value, 8)}${last}`));
        expect(valid.filter(Boolean)).to.have.length(1);
      }),
    );
  });
});

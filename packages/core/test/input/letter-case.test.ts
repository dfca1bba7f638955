import { expect } from 'chai';
import { foldCase, sameLetters } from '../../src/input/letter-case.ts';

describe('letter case', () => {
  it('puts a letter and its other cases together, in every script', () => {
    for (const letters of ['aA', 'éÉ', 'ßẞ', 'Σσς', 'жЖ', 'ǆǅǄ', 'kK\u212A', 'iIı', '𐐨𐐀', 'ꭰᎠ', 'ﬆﬅ']) {
      const [first = ''] = letters;
      if (letters === 'ﬆﬅ') expect(sameLetters(first)).to.deep.equal([first]);
      else for (const letter of letters) expect(sameLetters(letter), letter).to.have.members([...letters]);
    }
    for (const letter of ['א', 'س', '7', '%', '漢', '😀', 'İ']) expect(sameLetters(letter)).to.deep.equal([letter]);
  });

  it('gives for every code point one code point, which folds to itself', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code);
      const fold = foldCase(letter);
      if ([...fold].length !== 1 || foldCase(fold) !== fold || !sameLetters(fold).includes(letter)) {
        expect.fail(`U+${code.toString(16)} becomes ${JSON.stringify(fold)}`);
      }
    }
  });
});

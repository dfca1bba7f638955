import { expect } from 'chai';
import { foldCase, foldText } from '../../src/input/searched-text.ts';

describe('letter case', () => {
  it('gives a letter and its other cases one form, in every script', () => {
    for (const letters of ['aA', 'éÉ', 'ßẞ', 'Σσς', 'жЖ', 'ǆǅǄ', 'kK\u212A', 'iIı', '𐐨𐐀', 'ꭰᎠ']) {
      expect(new Set([...letters].map(foldCase)), letters).to.have.property('size', 1);
    }
    expect(new Set([...'ﬆﬅ'].map(foldCase))).to.have.property('size', 2);
    for (const letter of ['א', 'س', '7', '%', '漢', '😀', 'İ']) expect(foldCase(letter)).to.equal(letter);
  });

  it('gives for every code point one code point, which folds to itself, alone and within a text', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code);
      const fold = foldCase(letter);
      if ([...fold].length !== 1 || foldCase(fold) !== fold || foldText(letter) !== fold) {
        expect.fail(`U+${code.toString(16)} becomes ${JSON.stringify(fold)}`);
      }
    }
    expect(foldText('Éloïse ΣΟΦΊΑΣ Weißstraße 7')).to.equal('éloïse σοφίασ weißstraße 7');
    expect(foldText('DANA דנה')).to.equal('dana דנה');
  });
});

import { expect } from 'chai';
import { foldCase, foldText } from '../../src/database/sql/word-search.ts';

describe('letter case', () => {
  it('gives a letter and its other cases one form, in every script', () => {
    for (const letters of ['aA', 'éÉ', 'ßẞ', 'Σσς', 'жЖ', 'ǆǅǄ', 'kK\u212A', 'iIı', '𐐨𐐀', 'ꭰᎠ']) {
      expect(new Set([...letters].map(foldCase)), letters).to.have.property('size', 1);
    }
    expect(new Set([...'ﬆﬅ'].map(foldCase))).to.have.property('size', 2);
    for (const letter of ['א', 'س', '7', '%', '漢', '😀', 'İ']) expect(foldCase(letter)).to.equal(letter);
  });

  it('gives for every code point one code point, which folds to itself, as does its text', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code);
      const fold = foldCase(letter);
      const text = foldText(letter);
      if ([...fold].length !== 1 || foldCase(fold) !== fold || foldText(fold) !== text || foldText(text) !== text) {
        expect.fail(`U+${code.toString(16)} becomes ${JSON.stringify(fold)}`);
      }
    }
    expect(foldText('Éloïse ΣΟΦΊΑΣ Weißstraße 7')).to.equal('eloise σοφιασ weißstraße 7');
    expect(foldText('DANA דנה')).to.equal('dana דנה');
  });

  it('leaves out accents, Hebrew points, Arabic vowel signs and direction marks, and no mark that people type', () => {
    expect(foldText('José Jose\u0301')).to.equal('jose jose');
    expect(foldText('שָׁלוֹם בֶּן־דָּוִד')).to.equal('שלום בן־דוד');
    expect(foldText('مُحَمَّد')).to.equal('محمد');
    expect(foldText('050\u200e-1\u200f2\u202a3')).to.equal('050-123');
    expect(foldText('각 가')).to.equal('각 가');
    expect(foldText('हिन्दी')).to.equal('हिन्दी');
  });
});

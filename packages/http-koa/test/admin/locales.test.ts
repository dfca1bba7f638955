import { expect } from 'chai';
import { html } from '../../src/admin/html.ts';
import { CATALOGUES } from '../../src/admin/locales/index.ts';

const HEBREW = /[֐-׿]/;
/** Words of the other language that stand in a text on purpose: the link to it. */
const IN_THE_OTHER_LANGUAGE = ['signIn.otherLanguage'];

/** Every text with its place: functions are called with made-up values. */
function textsOf(value: unknown, place = ''): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function') {
    const made: unknown = value(...Array.from({ length: value.length }, () => html`1`));
    return [[place, String(made)]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, place === '' ? key : `${place}.${key}`));
}

describe('the texts of the pages', () => {
  const [he, en] = [textsOf(CATALOGUES.he), textsOf(CATALOGUES.en)];

  it('are the same ones in both languages', () => {
    expect(en.map(([place]) => place).sort()).to.deep.equal(he.map(([place]) => place).sort());
  });

  it('are all written, each in its own language', () => {
    for (const [place, text] of [...he, ...en]) expect(text.trim(), place).not.to.equal('');
    for (const [place, text] of en) {
      if (!IN_THE_OTHER_LANGUAGE.includes(place)) expect(HEBREW.test(text), `${place}: ${text}`).to.equal(false);
    }
    const mostly = he.filter(([, text]) => HEBREW.test(text));
    expect(mostly.length).to.be.above(he.length * 0.8);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { issue } from '../../src/input/issue.ts';
import { codePointLength, oneOf, text } from '../../src/input/text-fields.ts';
import { accepted, expectRefused, refused } from './field-cases.ts';

describe('text fields', () => {
  it('count code points after trim and NFC (D:W6)', () => {
    const name = text({ max: 255 });
    expect(accepted(name, 'א'.repeat(255))).to.equal('א'.repeat(255));
    expectRefused(name, 'max_length', ['א'.repeat(256), '😀'.repeat(256)]);
    expect(accepted(name, '😀'.repeat(255))).to.have.length(510);
    expect(accepted(name, `  ${'a'.repeat(255)}  `)).to.have.length(255);
    expect(accepted(name, 'e\u0301'.repeat(255))).to.equal('é'.repeat(255));
    expect(codePointLength('שָׁלוֹם')).to.equal(7);
  });

  it('count as the spread operator does, for any text', () => {
    const visible = fc.string({
      unit: fc.constantFrom('a', 'א', '😀', 'é', '漢', '\u200E'),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(visible, fc.integer({ min: 1, max: 12 }), (inner, max) => {
        const value = `x${inner}x`;
        const length = [...value].length;
        expect(codePointLength(value)).to.equal(length);
        if (length <= max) expect(accepted(text({ max }), value)).to.equal(value);
        else expect(refused(text({ max }), value)).to.deep.equal(['max_length']);
        if (length >= max) expect(accepted(text({ max: 100, min: max }), value)).to.equal(value);
        else expect(refused(text({ max: 100, min: max }), value)).to.deep.equal(['min_length']);
      }),
    );
  });

  it('trim spaces of every kind and keep what stands between (D:W21)', () => {
    const spaces = ' \t\n\u00A0\u2003\u3000\u200B\uFEFF\u2028';
    expect(accepted(text({ max: 9 }), `${spaces}דן  כהן${spaces}`)).to.equal('דן  כהן');
    expect(accepted(text({ max: 9 }), 'א\u200Eב\u200Fג')).to.equal('א\u200Eב\u200Fג');
    expect(accepted(text({ max: 9 }), '\u202Fa')).to.equal('a');
  });

  it('refuse control characters, lone surrogates, overrides and isolates (D:W21)', () => {
    const hostile = [
      '\u0000',
      '\u0007',
      '\u001F',
      '\u007F',
      '\n',
      '\uD800',
      '\uDFFF',
      '\u202A',
      '\u202E',
      '\u2066',
      '\u2069',
    ];
    expectRefused(
      text({ max: 9 }),
      'characters',
      hostile.map((character) => `a${character}b`),
    );
    const note = text({ max: 9, multiline: true });
    expect(accepted(note, 'a\r\n\tb')).to.equal('a\r\n\tb');
    const address = text({ max: 9, bidiControls: true });
    expect(accepted(address, 'a\u202Eb')).to.equal('a\u202Eb');
    expectRefused(address, 'characters', ['a\u0000b', 'a\nb']);
    expectRefused(note, 'characters', ['a\u0000b', 'a\u202Eb', 'a\u000Bb']);
  });

  it('must be strings; null and "" are refused, cleared or missing as the field says (D:W5, W16, W20, W32)', () => {
    const blank = [null, '', '   ', '\u00A0', '\u200E\u200B'];
    expectRefused(text({ max: 9 }), 'string', [5, true, {}, [], ['a'], ...blank]);
    expectRefused(text({ max: 9 }).required(issue('required')), 'required', [undefined, ...blank]);
    for (const value of blank) expect(accepted(text({ max: 9 }).nullable(), value)).to.equal(null);
    expect(accepted(text({ max: 9 }), undefined)).to.equal(undefined);
    expectRefused(text({ max: 9 }).nullable(), 'string', [5, false, []]);
  });

  it('report each broken rule of a text', () => {
    expect(refused(text({ min: 3, max: 9 }), 'a\u0000')).to.deep.equal(['characters', 'min_length']);
  });

  it('oneOf takes exactly its values', () => {
    const salary = oneOf(['hourly', 'global']);
    expect(accepted(salary, ' hourly ')).to.equal('hourly');
    expectRefused(salary, 'in', ['Hourly', 'x', 1, null, '', ['hourly'], {}]);
    expectRefused(salary.required(issue('required')), 'required', ['', null, undefined]);
  });
});

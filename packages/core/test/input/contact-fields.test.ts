import { expect } from 'chai';
import fc from 'fast-check';
import { emailAddress, emailKey, phoneOnCreate, phoneOnUpdate } from '../../src/input/contact-fields.ts';
import { accepted, expectRefused, refused } from './field-cases.ts';

describe('e-mail addresses (D:W9)', () => {
  it('are kept as entered, trimmed (D:E4)', () => {
    const addresses = [
      'Dana.Levi@Example.CO.IL',
      "o'neil+tag@a-b.example",
      'דנה@דוגמה.קום',
      'x@bücher.example',
      'a@1.2b',
    ];
    addresses.push(`${'a'.repeat(64)}@example.com`, 'cafe\u0301@example.com');
    for (const address of addresses) expect(accepted(emailAddress(), ` ${address}\n`)).to.equal(address);
  });

  it('refuse junk', () => {
    const junk = [
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@b@c.co',
      'a@b.co@c.co',
      'a b@c.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.co',
      'a@-b.co',
      'a@b-.co',
    ];
    junk.push('a@b..co', 'a@.co', 'a@b.co.', 'a@127.0.0.1', 'a@[127.0.0.1]', '"a"@b.co', 'a@b_c.co', 'a,b@c.co');
    junk.push(`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, 'Dana <a@b.co>');
    expectRefused(emailAddress(), 'email', junk);
    expectRefused(emailAddress(), 'string', [5, null, '', ['a@b.co']]);
    expect(refused(emailAddress(), 'a@b\u0000.co')).to.deep.equal(['characters', 'email']);
  });

  it('lose marks of the reading direction, wherever they are (D:A51)', () => {
    for (const marked of [
      '\u200Ea@b.co',
      ' \u202Aa@b.co\u202C ',
      'a\u200F@b.co',
      '\u2066a@b.co\u2069',
      '\u061Ca@b.co',
    ]) {
      expect(accepted(emailAddress(), marked)).to.equal('a@b.co');
      expect(emailKey(marked)).to.equal('a@b.co');
    }
    expect(accepted(phoneOnCreate(), '\u202A050-123\u200E-4567\u202C')).to.equal('050-123-4567');
    expect(accepted(phoneOnUpdate(), '\u200F')).to.equal(null);
  });

  it('have at most 255 characters', () => {
    const host = (length: number) =>
      'b.'
        .repeat(200)
        .slice(0, length - 1)
        .concat('c');
    const address = `a@${host(253)}`;
    expect(address).to.have.length(255);
    expect(accepted(emailAddress(), address)).to.equal(address);
    expectRefused(emailAddress(), 'max_length', [`aa@${host(253)}`]);
  });

  it('are validated at any length without backtracking', () => {
    const long = `${'a.'.repeat(50_000)}@${'-a'.repeat(50_000)}`;
    expect(refused(emailAddress(), long)).to.deep.equal(['email', 'max_length']);
  });

  it('are compared in lower case and NFC (D:W10)', () => {
    expect(emailKey(' Dana@EXAMPLE.com ')).to.equal('dana@example.com');
    expect(emailKey('CAFE\u0301@x.co')).to.equal(emailKey('café@x.co'));
    expect(emailKey('Dana@BÜCHER.example'), 'one domain in its two forms (D:A10)').to.equal(
      'dana@xn--bcher-kva.example',
    );
    expect(emailKey('dana@xn--BCHER-kva.example')).to.equal('dana@xn--bcher-kva.example');
    expect(emailKey('דנה@דוגמה.קום'), 'the local part is the receiver’s').to.equal('דנה@xn--6dbbec0c.xn--9dbq2a');
    expect(emailKey('x@ä/b.co'), 'no host name').to.equal('x@ä/b.co');
    expect(emailKey('J\u030C@x.co'), 'a letter that has a composed form only in lower case').to.equal('\u01F0@x.co');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme' }).map((host) => `a@${host}.co`),
        ),
        (text) => {
          expect(emailKey(emailKey(text))).to.equal(emailKey(text));
          expect(emailKey(text.normalize('NFD'))).to.equal(emailKey(text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('phones', () => {
  it('have 9 to 15 characters on create, with at least 7 digits (D:W11)', () => {
    const fine = ['050-123-4567', '+972501234567', '031234567', '(03) 123.4567', '0-5-0-1234567'];
    for (const phone of fine) expect(accepted(phoneOnCreate(), ` ${phone} `)).to.equal(phone);
    expectRefused(phoneOnCreate(), 'max_length', ['+972-50-123-4567']);
    expectRefused(phoneOnCreate(), 'min_length', ['03123456']);
    expectRefused(phoneOnCreate(), 'phone', ['050123456x', '٠٥٠١٢٣٤٥٦٧', '---------', '12-34-56-', '050/1234567']);
    expectRefused(phoneOnCreate(), 'string', [501234567, null, '', []]);
  });

  it('have at most 20 on update; null and "" clear (D:W12)', () => {
    for (const phone of ['1', '+972-50-123-4567', '0'.repeat(20)])
      expect(accepted(phoneOnUpdate(), phone)).to.equal(phone);
    for (const blank of [null, '', '  ']) expect(accepted(phoneOnUpdate(), blank)).to.equal(null);
    expectRefused(phoneOnUpdate(), 'max_length', ['0'.repeat(21)]);
    expectRefused(phoneOnUpdate(), 'phone', ['abc']);
    expectRefused(phoneOnUpdate(), 'string', [5]);
  });
});

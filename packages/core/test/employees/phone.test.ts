import { expect } from 'chai';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { toE164 } from '../../src/employees/phone.ts';

describe('E.164 numbers (D:W11)', () => {
  it('read national numbers in the region of the company', () => {
    expect(toE164('050-123-4567', 'IL')).to.equal('+972501234567');
    expect(toE164('(054) 123.4567', 'IL')).to.equal('+972541234567');
    expect(toE164('031234567', 'IL')).to.equal('+97231234567');
    expect(toE164('020 7946 0958', 'GB')).to.equal('+442079460958');
  });

  it('of ten digits that begin with 05 are what the library makes of them', () => {
    for (let begin = 0; begin < 1_000; begin++) {
      for (const end of ['00000', '99999', '12345', String((begin * 7_919) % 100_000).padStart(5, '0')]) {
        const phone = `05${String(begin).padStart(3, '0')}${end}`;
        const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'IL' });
        expect(parsed?.isValid(), phone).to.equal(true);
        expect(toE164(phone, 'IL')).to.equal(parsed?.number);
      }
    }
    for (const region of ['GB', 'ZZ', '']) expect(toE164('0501234567', region)).to.equal(null);
    for (const other of ['05012345678', '050123456', '0501234567x1']) {
      const parsed = parsePhoneNumberFromString(other, { defaultCountry: 'IL' });
      expect(toE164(other, 'IL'), other).to.equal(parsed?.isValid() === true ? parsed.number : null);
    }
  });

  it('read international numbers in any region', () => {
    for (const region of ['IL', 'GB', 'ZZ', '']) expect(toE164('+972501234567', region)).to.equal('+972501234567');
  });

  it('are null for what cannot be a number', () => {
    expect(toE164('0000000000', 'IL')).to.equal(null);
    expect(toE164('123456789', 'IL')).to.equal(null);
    expect(toE164('050-123-4567', 'ZZ')).to.equal(null);
    expect(toE164('', 'IL')).to.equal(null);
  });
});

import { expect } from 'chai';
import { toE164 } from '../../src/employees/phone.ts';

describe('E.164 numbers (D:W11)', () => {
  it('read national numbers in the region of the company', () => {
    expect(toE164('050-123-4567', 'IL')).to.equal('+972501234567');
    expect(toE164('(054) 123.4567', 'IL')).to.equal('+972541234567');
    expect(toE164('031234567', 'IL')).to.equal('+97231234567');
    expect(toE164('020 7946 0958', 'GB')).to.equal('+442079460958');
  });

  it('belong to no other region', () => {
    for (const region of ['GB', 'ZZ', '']) expect(toE164('0501234567', region)).to.equal(null);
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

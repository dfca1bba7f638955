import { type InvalidInputError, isShaonError } from '@shaon/core';
import { expect } from 'chai';
import {
  assertPasswordAllowed,
  assertPasswordDiffers,
  assertPasswordStrong,
  isPossiblePassword,
} from '../../src/accounts/password-rules.ts';

const EMAIL = 'Dana.Levi@example.test';

describe('passwords that a person chooses', () => {
  const rules = (check: () => void) => {
    try {
      check();
      return [];
    } catch (error) {
      if (!isShaonError(error, 'invalid_input')) throw error;
      return (error as InvalidInputError).errors.password?.map(({ rule }) => rule);
    }
  };
  const allowed = (password: unknown) => rules(() => assertPasswordAllowed(password, EMAIL));

  it('have 10 to 200 characters, counted as people see them', () => {
    for (const password of [
      'x'.repeat(10),
      'x'.repeat(200),
      '😀'.repeat(10),
      '😀'.repeat(200),
      'e\u0301'.repeat(200),
    ]) {
      expect(allowed(password), password).to.deep.equal([]);
    }
    for (const password of ['x'.repeat(9), '😀'.repeat(9), 'e\u0301'.repeat(9)]) {
      expect(allowed(password), password).to.deep.equal(['min_length']);
    }
    for (const password of ['x'.repeat(201), '😀'.repeat(201)]) {
      expect(allowed(password), password).to.deep.equal(['max_length']);
    }
  });

  it('are texts, and not the address', () => {
    for (const password of [undefined, null, '']) expect(allowed(password)).to.deep.equal(['required']);
    for (const password of [1234567890, ['x'.repeat(12)], {}]) expect(allowed(password)).to.deep.equal(['string']);
    for (const password of [EMAIL, EMAIL.toUpperCase(), ` ${EMAIL} `]) {
      expect(allowed(password)).to.deep.equal(['different']);
    }
  });

  it('are hard to guess for somebody who knows their person and company', async () => {
    const known = { name: 'דנה Levi', email: EMAIL, companyName: 'מאפיית Bakery Bros' };
    const refused: Record<string, string[]> = {
      common: ['password123', '1234567890', 'qwertyuiop', 'p@ssw0rd123', 'iloveyou123'],
      repeated: ['aaaaaaaaaa', ' '.repeat(10), 'abcabcabcabc', 'א'.repeat(12)],
      sequence: ['05012345678', 'אבגדהוזחטי'],
      personal: ['dana.levi2026', 'Bakery2026!', 'bakerybros1', 'דנה levi 1990'],
      few: ['סיסמה1234'],
    };
    for (const [why, passwords] of Object.entries(refused)) {
      for (const password of passwords) {
        const error = await assertPasswordStrong(password, known).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        const { errors } = (error ?? { errors: {} }) as InvalidInputError;
        expect(errors, password).to.deep.equal({ password: [{ rule: 'guessable', params: { why } }] });
      }
    }
    for (const password of ['correct horse 1', 'שלום עולם שלי', 'my dog likes cheese', 'hx7Kq2mzPw']) {
      await assertPasswordStrong(password, known);
    }
  });

  it('differ from the one before in more than their normal form', () => {
    const differs = (password: string, current: string) => rules(() => assertPasswordDiffers(password, current));
    expect(differs('cafe\u0301 au lait', 'caf\u00E9 au lait')).to.deep.equal(['different']);
    expect(differs('Caf\u00E9 au lait', 'caf\u00E9 au lait')).to.deep.equal([]);
  });

  it('are hashed when they can be one: a text of any length that a password of 200 characters may have', () => {
    for (const password of ['x', 'x'.repeat(200), 'x'.repeat(800)]) expect(isPossiblePassword(password)).to.equal(true);
    for (const password of ['', 'x'.repeat(801), undefined, 5, ['x']])
      expect(isPossiblePassword(password)).to.equal(false);
  });
});

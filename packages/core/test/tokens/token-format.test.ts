import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { isTokenForm, makeToken, shownParts, tokenDigest } from '../../src/tokens/token-format.ts';

describe('the form of a token (D:K1 to K4)', () => {
  it('has a prefix, 256 random bits and a checksum', () => {
    const tokens = Array.from({ length: 200 }, makeToken);
    expect(new Set(tokens).size).to.equal(tokens.length);
    for (const token of tokens) {
      expect(token).to.match(/^shn_[A-Za-z0-9_-]{43}[0-9a-z]{6}$/);
      expect(Buffer.from(token.slice(4, 47), 'base64url')).to.have.lengthOf(32);
      expect(isTokenForm(token), token).to.equal(true);
    }
  });

  it('tells a mistyped letter at any place, without a look into the database', () => {
    const token = makeToken();
    for (let place = 0; place < token.length; place++) {
      const other = token[place] === 'a' ? 'b' : 'a';
      expect(isTokenForm(token.slice(0, place) + other + token.slice(place + 1)), `at ${place}`).to.equal(false);
    }
    for (const other of ['', 'shn_', token.slice(1), `${token}a`, ` ${token}`, token.toUpperCase()]) {
      expect(isTokenForm(other), other).to.equal(false);
    }
  });

  it('shows eight letters of the beginning and four of the end', () => {
    const token = makeToken();
    expect(shownParts(token)).to.deep.equal({ prefix: token.slice(0, 8), lastFour: token.slice(49) });
  });

  it('is stored as its SHA-256', () => {
    const token = makeToken();
    expect(tokenDigest(token)).to.equal(createHash('sha256').update(token).digest('hex'));
  });
});

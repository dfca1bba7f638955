import { hkdfSync } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { isShaonError, type ShaonError } from '../../src/errors.ts';
import { generateKey, keyedHash, parseKeyRing } from '../../src/keys/key-ring.ts';

function errorOf(action: () => unknown): ShaonError {
  try {
    action();
  } catch (error) {
    if (isShaonError(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

const first = generateKey('first');
const second = generateKey('second');
const ring = parseKeyRing(first);

describe('the key ring', () => {
  it('gives back any bytes, and never writes the same value twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), fc.uint8Array(), (purpose, context, bytes) => {
        const stored = ring.encrypt(purpose, context, Buffer.from(bytes));
        expect(stored).to.match(/^v1\.first\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
        expect(ring.decrypt(purpose, context, stored).equals(bytes)).to.equal(true);
        expect(ring.encrypt(purpose, context, Buffer.from(bytes))).not.to.equal(stored);
      }),
    );
    expect(ring.decrypt('sms', 'm:1', ring.encrypt('sms', 'm:1', 'שלום')).toString('utf8')).to.equal('שלום');
  });

  it('refuses a value under another purpose or context, and any changed byte', () => {
    const stored = ring.encrypt('id_number', 'employee:1', '123456782');
    const decrypt = (purpose: string, context: string, value: string) => () => ring.decrypt(purpose, context, value);
    expect(errorOf(decrypt('sms', 'employee:1', stored)).code).to.equal('ciphertext_corrupt');
    expect(errorOf(decrypt('id_number', 'employee:2', stored)).code).to.equal('ciphertext_corrupt');
    for (const part of [2, 3, 4]) {
      const parts = stored.split('.');
      const bytes = Buffer.from(parts[part]!, 'base64url');
      for (let place = 0; place < bytes.length; place++) {
        const changed = Buffer.from(bytes);
        changed[place]! ^= 1;
        const value = parts.with(part, changed.toString('base64url')).join('.');
        expect(errorOf(decrypt('id_number', 'employee:1', value)).code, value).to.equal('ciphertext_corrupt');
      }
    }
    const [, , nonce, tag, ciphertext] = stored.split('.') as [string, string, string, string, string];
    for (const value of [
      `v1.first.${nonce}.${tag.slice(0, 6)}.${ciphertext}`,
      `v1.first.${nonce}.${tag}A.${ciphertext}AAAA`,
    ]) {
      expect(errorOf(decrypt('id_number', 'employee:1', value)).code, value).to.equal('ciphertext_corrupt');
    }
    for (const value of ['', 'v1', 'v2.first.a.b.c', stored.slice(0, -3), `${stored}.x`, stored.replace('v1', 'v0')]) {
      expect(errorOf(decrypt('id_number', 'employee:1', value)).code, value).to.equal('ciphertext_corrupt');
    }
  });

  it('refuses another text of the same bytes', () => {
    const stored = ring.encrypt('sms', 'm:1', 'abcd');
    const [, , nonce, tag, ciphertext] = stored.split('.') as [string, string, string, string, string];
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBytes = tag.slice(0, -1) + letters[letters.indexOf(tag.slice(-1)) + 1];
    expect(Buffer.from(sameBytes, 'base64url').equals(Buffer.from(tag, 'base64url'))).to.equal(true);
    for (const value of [
      `v1.first.${nonce}.${sameBytes}.${ciphertext}`,
      `v1.first.${nonce}.${tag}.${ciphertext}=`,
      `v1.first.${nonce}.${tag}.${ciphertext} `,
    ]) {
      expect(errorOf(() => ring.decrypt('sms', 'm:1', value)).code, value).to.equal('ciphertext_corrupt');
    }
  });

  it('encrypts with the first key, reads with all, and tells what is to be rotated', () => {
    const old = ring.encrypt('sms', 'm:1', 'text');
    const rotated = parseKeyRing(`${second},${first}`);
    expect(rotated.ids).to.deep.equal(['second', 'first']);
    expect(rotated.decrypt('sms', 'm:1', old).toString()).to.equal('text');
    expect(rotated.needsRotation(old)).to.equal(true);
    expect(rotated.needsRotation(rotated.encrypt('sms', 'm:1', 'text'))).to.equal(false);
    expect(errorOf(() => rotated.needsRotation('text')).code).to.equal('ciphertext_corrupt');
  });

  it('tells a missing key from a damaged value', () => {
    const stored = ring.encrypt('sms', 'm:1', 'text');
    const error = errorOf(() => parseKeyRing(second).decrypt('sms', 'm:1', stored));
    expect(error.code).to.equal('keys_missing');
    expect(error.message).to.include('SHAON_KEYS').and.include('first');
    const sameId = parseKeyRing(generateKey('first'));
    expect(errorOf(() => sameId.decrypt('sms', 'm:1', stored)).code).to.equal('ciphertext_corrupt');
  });

  it('names the variable and the mend when the list is wrong, never the value', () => {
    const secret = first.slice('first:'.length);
    const wrong = [
      '',
      ' ',
      `${first},`,
      secret,
      `:${secret}`,
      `a b:${secret}`,
      `first:${secret.slice(4)}`,
      `${first},${first}`,
    ];
    wrong.push(`first:${secret.slice(0, -5)}!${secret.slice(-4)}`, 'first:', `first:${secret}${secret}`);
    for (const list of wrong) {
      const error = errorOf(() => parseKeyRing(list));
      expect(error.code).to.equal('options_invalid');
      expect(error.message).to.include('SHAON_KEYS').and.include('shaon keys new');
      expect(error.message).not.to.include(secret.slice(4, 16));
      expect(JSON.stringify(error.details)).not.to.include(secret.slice(4, 16));
    }
  });

  it('makes keys that it can read', () => {
    expect(parseKeyRing(`${generateKey()}, ${generateKey('b')}`).ids).to.have.length(2);
    expect(generateKey()).not.to.equal(generateKey());
    expect(errorOf(() => generateKey('a:b')).code).to.equal('options_invalid');
  });
});

describe('keyed hash', () => {
  it('is HMAC-SHA-256 (RFC 4231, test case 6)', () => {
    const text = 'Test Using Larger Than Block-Size Key - Hash Key First';
    const expected = '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54';
    expect(keyedHash(Buffer.alloc(131, 0xaa), text)).to.equal(expected);
  });

  it('differs by key and refuses a short one', () => {
    const key = Buffer.from(hkdfSync('sha256', 'a', '', '', 32));
    expect(keyedHash(key, '123456782')).not.to.equal(keyedHash(Buffer.alloc(32), '123456782'));
    expect(errorOf(() => keyedHash(Buffer.alloc(31), 'a')).code).to.equal('options_invalid');
  });
});

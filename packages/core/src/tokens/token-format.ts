import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** D:K14: `shn_`, 43 characters of base64url (256 bits), a checksum of 6 characters. */
const TOKEN_FORM = /^shn_[A-Za-z0-9_-]{43}[0-9a-z]{6}$/;
const SECRET_BYTES = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_PREFIX_LENGTH = 8;

/** Makes a new token; the caller shows it once and stores only its digest. */
export function makeToken(): string {
  const body = `shn_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return body + checksum(body);
}

/** Whether a text has the form of a token, so that a mistyped one is refused without a database query. */
export function isTokenForm(text: string): boolean {
  return TOKEN_FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 in hex: strong enough for 256 random bits, and indexable (D:K14). */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The parts of a token that may be shown: its first characters and its last four. */
export function shownParts(token: string): { prefix: string; lastFour: string } {
  return { prefix: token.slice(0, SHOWN_PREFIX_LENGTH), lastFour: token.slice(-4) };
}

/** CRC-32 in base 36: the last six of at most seven digits. */
function checksum(body: string): string {
  return crc32(body).toString(36).padStart(CHECKSUM_LENGTH, '0').slice(-CHECKSUM_LENGTH);
}

import { createHash, randomBytes } from 'node:crypto';

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits for a session or an access link; only its digest is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret; null for a text that cannot be one. */
export function secretDigest(secret: unknown): string | null {
  if (typeof secret !== 'string' || !SECRET_FORM.test(secret)) return null;
  return digestOf(secret);
}

/** SHA-256 in hex, which an index can hold. Not for passwords: they need a slow hash. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

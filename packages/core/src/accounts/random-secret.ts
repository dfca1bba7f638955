import { createHash, randomBytes } from 'node:crypto';

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits for a session or an access link; only its digest is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex: strong enough for 256 random bits, and indexable. Null for a text that cannot be a secret. */
export function secretDigest(secret: unknown): string | null {
  if (typeof secret !== 'string' || !SECRET_FORM.test(secret)) return null;
  return createHash('sha256').update(secret).digest('hex');
}

import { createHmac, randomBytes } from 'node:crypto';
import { ShaonError } from '@shaon/core';

/** The beginning of every displayed secret; the rest is standard base64 (D:V14). */
const PREFIX = 'whsec_';

/** A new signing secret, `whsec_` and base64 of 32 random bytes, to be shown once (D:V14). */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** With an empty key anybody could make a valid signature. */
function refuseEmptySecret(secret: string): void {
  if (secret === '') throw new ShaonError('options_invalid', 'A signing secret must not be empty.');
}

/**
 * The value of `X-Service-Signature`: `sha256=` and 64 lower-case hex digits.
 * The key is the secret's UTF-8 text exactly as shown, including the prefix; `body` is the bytes on the wire.
 * Throws `options_invalid` for an empty secret. SPEC 6, Delivery; D:V13.
 */
export function serviceSignature(secret: string, body: Uint8Array): string {
  refuseEmptySecret(secret);
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The key of `webhook-signature`: the decoded text after the prefix (D:V14). */
function standardKey(secret: string): Buffer {
  refuseEmptySecret(secret);
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const key = Buffer.from(text, 'base64');
  if (key.length === 0) throw new ShaonError('options_invalid', 'A signing secret must hold base64 behind its prefix.');
  return key;
}

/**
 * The value of `webhook-signature`: one `v1,<base64>` for each secret, separated by spaces, so that during a rotation
 * receivers with either secret can verify it (Standard Webhooks 1.0; D:V7, D:V15). Throws `options_invalid` without a
 * secret, or for a secret without base64 after its prefix.
 *
 * @param timestamp whole seconds since 1970, as in `webhook-timestamp`
 */
export function standardSignature(
  secrets: readonly string[],
  messageId: string,
  timestamp: number,
  body: Uint8Array,
): string {
  if (secrets.length === 0) throw new ShaonError('options_invalid', 'Signing needs at least one secret.');
  const head = `${messageId}.${timestamp}.`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', standardKey(secret)).update(head).update(body).digest('base64')}`)
    .join(' ');
}

import { WebhookVerificationError } from './errors.ts';

const PREFIX = 'whsec_';

/** Bytes in a buffer of their own, as Web Crypto's types require; TypeScript before 5.7 cannot say it otherwise. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/**
 * @throws WebhookVerificationError that says what is wrong with a secret, without showing it.
 */
export function checkSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) throw new WebhookVerificationError('secret_missing', 'The list of secrets is empty');
  return secrets.map((one) => {
    if (typeof one !== 'string' || one === '')
      throw new WebhookVerificationError('secret_missing', 'The signing secret is missing or empty');
    // Shaon's secrets have no white space; others may have it inside, like GitHub's published test vector.
    if (one !== one.trim() || (one.startsWith(PREFIX) && /\s/.test(one)))
      throw new WebhookVerificationError(
        'secret_has_whitespace',
        'The signing secret holds white space, often a line end from a file or a copied space: trim it',
      );
    return one;
  });
}

/** The key of `X-Service-Signature`: the secret's text as it was shown (D:V13). */
export function textKey(secret: string): Bytes {
  return new TextEncoder().encode(secret);
}

/** The key of `webhook-signature`: the decoded base64 after `whsec_` (D:V14). */
export function decodedKey(secret: string): Bytes {
  const key = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (key === undefined || key.length === 0)
    throw new WebhookVerificationError(
      'secret_malformed',
      'The signing secret is not whsec_ and base64: give it exactly as it was shown',
    );
  return key;
}

/** undefined when the text is not base64. */
export function decodeBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function encodeBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** undefined when the text is not lower-case hex of at most `maximum` bytes. */
export function decodeHex(text: string, maximum: number): Bytes | undefined {
  if (text.length > 2 * maximum || !/^(?:[0-9a-f]{2})+$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function encodeHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sign(key: Bytes, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key), message));
}

/**
 * Compares every secret with every signature, so the time reveals nothing. Signs the message once for each secret:
 * `crypto.subtle.verify` would process the message for each signature, and the sender chooses their number.
 */
export async function anyMatches(
  keys: readonly Bytes[],
  signatures: readonly Bytes[],
  message: Bytes,
): Promise<boolean> {
  let matched = false;
  for (const key of keys) {
    const right = await sign(key, message);
    for (const signature of signatures) matched = isEqual(right, signature) || matched;
  }
  return matched;
}

/** In constant time for equal lengths: the length of a right signature is not secret, its content is. */
function isEqual(right: Bytes, given: Bytes): boolean {
  if (given.length !== right.length) return false;
  let difference = 0;
  for (const [index, byte] of right.entries()) difference |= byte ^ (given[index] as number);
  return difference === 0;
}

function importKey(key: Bytes) {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

export function concat(text: string, bytes: Bytes): Bytes {
  const head = new TextEncoder().encode(text);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return whole;
}

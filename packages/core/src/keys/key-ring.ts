import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { invalidOption, ShaonError } from '../errors.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const MEND = 'Set SHAON_KEYS to a comma list of <id>:<base64 of 32 bytes>; `shaon keys new` makes one.';

/** Encrypts values that must not be stored in clear text. Made by {@link parseKeyRing}. */
export interface KeyRing {
  /** The ids in the order of the list; the first one's key encrypts. */
  readonly ids: readonly string[];
  /**
   * AES-256-GCM with the purpose's subkey of the first key. `context` (such as `shaon_employee:7:id_number`) is
   * authenticated too, so that a value cannot be moved to another row. The result is
   * `v1.<key id>.<nonce>.<tag>.<ciphertext>`, the last three base64url.
   */
  encrypt(purpose: string, context: string, plaintext: Buffer | string): string;
  /** Throws `keys_missing` if the ring lacks the value's key, `ciphertext_corrupt` if any part does not match. */
  decrypt(purpose: string, context: string, stored: string): Buffer;
  /** Whether another key than the first encrypted the value. Throws `ciphertext_corrupt`. */
  needsRotation(stored: string): boolean;
}

/** Reads the value of SHAON_KEYS. Throws `options_invalid`: it names the variable and the remedy, never the value. */
export function parseKeyRing(list: string): KeyRing {
  const keys = new Map<string, Buffer>();
  for (const [index, entry] of list.split(',').entries()) {
    const [id, key] = parseEntry(entry.trim(), index + 1);
    if (keys.has(id)) throw invalidList(`entry ${index + 1} repeats an id.`);
    keys.set(id, key);
  }
  return keyRing(keys);
}

/** A new entry for SHAON_KEYS: `<id>:<base64 of 32 random bytes>`. Throws `options_invalid` for an invalid id. */
export function generateKey(id = `k${randomBytes(4).toString('hex')}`): string {
  if (!KEY_ID.test(id)) throw invalidOption('A key id is 1 to 32 letters, digits, - or _.');
  return `${id}:${randomBytes(KEY_BYTES).toString('base64')}`;
}

/** HMAC-SHA-256 in lower-case hex: finds equal values, such as ID numbers, without storing them (D:W8). */
export function keyedHash(key: Buffer, text: string): string {
  if (key.length < KEY_BYTES) throw invalidOption('The key of a keyed hash has at least 32 bytes.');
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** The id of the key that encrypted a stored value. */
export const keyIdOf = (stored: string): string => stored.split('.')[1] ?? '';

function parseEntry(entry: string, position: number): [id: string, key: Buffer] {
  if (entry === '') throw invalidList(position === 1 ? 'it is empty.' : `entry ${position} is empty.`);
  const colon = entry.indexOf(':');
  const id = entry.slice(0, Math.max(colon, 0));
  if (!KEY_ID.test(id))
    throw invalidList(`entry ${position} has no id of 1 to 32 letters, digits, - or _ before a colon.`);
  const text = entry.slice(colon + 1);
  const key = Buffer.from(text, 'base64');
  // Buffer.from skips characters that are not base64, so the text was valid only if encoding returns it.
  const unpadded = text.replace(/=+$/, '');
  if (key.length !== KEY_BYTES || key.toString('base64').replace(/=+$/, '') !== unpadded) {
    throw invalidList(`the key of entry ${position} is not the base64 of 32 bytes.`);
  }
  return [id, key];
}

const invalidList = (reason: string): ShaonError => invalidOption(`SHAON_KEYS: ${reason} ${MEND}`);

function keyRing(keys: ReadonlyMap<string, Buffer>): KeyRing {
  const ids = [...keys.keys()];
  const firstId = ids[0]!;
  const subkeys = new Map<string, Buffer>();

  function subkey(id: string, purpose: string): Buffer {
    const name = `${id} ${purpose}`;
    const known = subkeys.get(name);
    if (known !== undefined) return known;
    const key = keys.get(id);
    if (key === undefined) {
      throw new ShaonError(
        'keys_missing',
        `SHAON_KEYS lacks the key ${id}, which a stored value needs. Add it again.`,
        {
          keyId: id,
        },
      );
    }
    const derived = Buffer.from(hkdfSync('sha256', key, '', `shaon v1 ${purpose}`, KEY_BYTES));
    subkeys.set(name, derived);
    return derived;
  }

  return {
    ids,
    encrypt(purpose, context, plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', subkey(firstId, purpose), nonce);
      cipher.setAAD(Buffer.from(context, 'utf8'));
      const ciphertext = cipher.update(plaintext);
      // GCM is a stream cipher: final() returns no more bytes, and the tag is ready after it.
      cipher.final();
      const [nonceText, tag, text] = [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
      return `v1.${firstId}.${nonceText}.${tag}.${text}`;
    },
    decrypt(purpose, context, stored) {
      const { id, nonce, tag, ciphertext } = parseStored(stored);
      const decipher = createDecipheriv('aes-256-gcm', subkey(id, purpose), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context, 'utf8'));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
      } catch (cause) {
        throw corrupt(cause);
      }
    },
    needsRotation: (stored) => parseStored(stored).id !== firstId,
  };
}

interface StoredParts {
  id: string;
  nonce: Buffer;
  tag: Buffer;
  ciphertext: Buffer;
}

function parseStored(stored: string): StoredParts {
  const [version, id = '', ...parts] = stored.split('.');
  const [nonce, tag, ciphertext, ...more] = parts.map((part) => Buffer.from(part, 'base64url'));
  const complete = version === 'v1' && KEY_ID.test(id) && ciphertext !== undefined && more.length === 0;
  if (!complete || nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES) throw corrupt();
  // Buffer.from skips other characters and spare bits, so the text is unchanged only if encoding returns it.
  if (['v1', id, ...[nonce, tag, ciphertext].map((part) => part.toString('base64url'))].join('.') !== stored) {
    throw corrupt();
  }
  return { id, nonce, tag, ciphertext };
}

function corrupt(cause?: unknown): ShaonError {
  const message = 'A stored encrypted value is damaged, of another row or under another key of the same id.';
  return new ShaonError('ciphertext_corrupt', message, {}, { cause });
}

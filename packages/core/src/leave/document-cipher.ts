import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ShaonError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';

/*
 * The format of a document's file:
 *
 *   SHD1 | length of the wrapped key, 2 bytes | wrapped key | block | block | … | last block
 *
 * The wrapped key is a random AES-256 key for this document only, encrypted by the key ring and bound to company and
 * document, so that no file can replace another. Each block is 64 KiB of content (the last one less, or nothing) under
 * AES-256-GCM with its tag. A block's nonce is its number and whether it is the last. So a block that was changed,
 * moved or dropped, or a file that was cut, fails to open, and no content is returned before its block is verified.
 */

const MAGIC = Buffer.from('SHD1', 'latin1');
const PURPOSE = 'leave_document';
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const MAX_WRAPPED_BYTES = 1024;
export const BLOCK_BYTES = 64 * 1024;
export const SEALED_BLOCK_BYTES = BLOCK_BYTES + TAG_BYTES;
/** The bytes that tell how long the header is. */
export const PREFIX_BYTES = MAGIC.length + 2;

/** The header of a new document, and the function that seals its blocks. `context` names company and document. */
export function sealer(
  keys: KeyRing,
  context: string,
): { header: Buffer; seal(block: Buffer, index: number, isLast: boolean): Buffer } {
  const key = randomBytes(32);
  return {
    header: headerOf(keys.encrypt(PURPOSE, context, key)),
    seal(block, index, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
      return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** Length of the wrapped key, from the first PREFIX_BYTES of a file. Throws `ciphertext_corrupt`. */
export function wrappedLength(prefix: Buffer): number {
  const length = prefix.length === PREFIX_BYTES ? prefix.readUInt16BE(MAGIC.length) : 0;
  if (!prefix.subarray(0, MAGIC.length).equals(MAGIC) || length === 0 || length > MAX_WRAPPED_BYTES) throw damaged();
  return length;
}

/** The function that opens the blocks. Throws `keys_missing`, `ciphertext_corrupt`. */
export function opener(
  keys: KeyRing,
  context: string,
  wrapped: string,
): (sealed: Buffer, index: number, isLast: boolean) => Buffer {
  const key = keys.decrypt(PURPOSE, context, wrapped);
  return (sealed, index, isLast) => {
    if (sealed.length < TAG_BYTES) throw damaged();
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw damaged(cause);
    }
  };
}

/** The document's header under the ring's first key; null if it already uses that key. */
export function rewrappedHeader(keys: KeyRing, context: string, wrapped: string): Buffer | null {
  if (!keys.needsRotation(wrapped)) return null;
  return headerOf(keys.encrypt(PURPOSE, context, keys.decrypt(PURPOSE, context, wrapped)));
}

function headerOf(wrapped: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(wrapped.length);
  return Buffer.concat([MAGIC, length, Buffer.from(wrapped, 'latin1')]);
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, 0);
  nonce.writeUInt8(isLast ? 1 : 0, 4);
  return nonce;
}

export function damaged(cause?: unknown): ShaonError {
  return new ShaonError(
    'ciphertext_corrupt',
    'A stored document is damaged, cut, or another document’s file.',
    {},
    { cause },
  );
}

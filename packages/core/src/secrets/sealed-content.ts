import { generateKey, type KeyRing, parseKeyRing } from '../keys/key-ring.ts';

/** A large value under a key of its own, which the key ring encrypts: a rotation encrypts that again, and not 10 MB. */
export interface SealedContent {
  readonly contentKey: string;
  readonly content: string;
}

export function sealContent(keys: KeyRing, purpose: string, context: string, content: Buffer): SealedContent {
  const contentKey = generateKey('content');
  return {
    contentKey: keys.encrypt(purpose, context, contentKey),
    content: parseKeyRing(contentKey).encrypt(purpose, context, content),
  };
}

/** Throws `keys_missing`, and `ciphertext_corrupt` for a changed value or that of another row. */
export function openContent(keys: KeyRing, purpose: string, context: string, sealed: SealedContent): Buffer {
  const contentKey = keys.decrypt(purpose, context, sealed.contentKey).toString();
  return parseKeyRing(contentKey).decrypt(purpose, context, sealed.content);
}

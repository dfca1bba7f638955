import { createHash } from 'node:crypto';

/** SHA-256 in hex, which an index can hold. Not for passwords: they need a slow hash. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ShaonError } from '../errors.ts';

/** No look-alikes: no 0 O o, 1 l I i, 5 S s (D:W26). */
const ALPHABET = 'abcdefghjkmnpqrtuvwxyzABCDEFGHJKLMNPQRTUVWXYZ2346789';
const GENERATED_LENGTH = 12;

/**
 * Of the choices for argon2id that OWASP calls equal, the one with the least memory. It asks for five passes; eight take
 * as long as a hash of earlier versions (19 MiB, two passes), so that a sign-in's time does not tell which one is stored.
 */
const ARGON2 = { memoryCost: 7_168, timeCost: 8, parallelism: 1 } as const;

/** A password for a welcome message: 12 characters, about 68 bits (D:W26). */
export function generatePassword(): string {
  let password = '';
  for (let index = 0; index < GENERATED_LENGTH; index++) password += ALPHABET[randomInt(ALPHABET.length)];
  return password;
}

/**
 * A hash holds its 7 MiB for as long as it runs, and a core for some 12 ms: 70 a second. More at once would take that much
 * more memory, and the core of the event loop where there are two.
 */
const inTurn = pLimit(1);
/** Sign-ins wait among themselves, so that of a flood of them one at most stands before a new password. */
const signInsInTurn = pLimit(1);
/** Some three seconds. Who comes later would have left before their turn. */
const MOST_WAITING = 200;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), ARGON2));
}

/**
 * Whether a password is the one of a stored hash; without a hash the same time is spent and the answer is no. Throws
 * `took_too_long` when too many others wait already, whoever it is.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (signInsInTurn.pendingCount >= MOST_WAITING) {
    throw new ShaonError('took_too_long', 'Too many passwords wait to be checked already. Ask again in a few seconds.');
  }
  const hashed = stored ?? (await hashOfNobody());
  const fits = await signInsInTurn(() => inTurn(() => verify(hashed, password.normalize('NFC'))));
  return fits && stored !== null;
}

let nobody: Promise<string> | undefined;

/** Compared with when there is no such account, so that its absence takes as long as a wrong password. */
function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(generatePassword());
  return nobody;
}

import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ShaonError } from '../errors.ts';

/** No look-alikes: no 0 O o, 1 l I i, 5 S s (D:W26). */
const ALPHABET = 'abcdefghjkmnpqrtuvwxyzABCDEFGHJKLMNPQRTUVWXYZ2346789';
const GENERATED_LENGTH = 12;

/**
 * Of the choices for argon2id that OWASP calls equal, the one with the least memory. It asks for five passes; eight take
 * about as long as a hash of earlier versions, of 19 MiB and two passes.
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
/** Of one address, so that nobody keeps all others out from there. A whole office may come from one as well. */
const MOST_WAITING_FROM_ONE = 100;
/** How many wait from each address. */
const waitingFrom = new Map<string, number>();

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), ARGON2));
}

/**
 * Whether a password is the one of a stored hash; without a hash the same time is spent and the answer is no. Throws
 * `took_too_long` when too many others wait already, whoever it is.
 *
 * @param from the IP address that asks, as far as it is known
 */
export async function verifyPassword(stored: string | null, password: string, from?: string): Promise<boolean> {
  const waiting = from === undefined ? 0 : (waitingFrom.get(from) ?? 0);
  if (signInsInTurn.pendingCount >= MOST_WAITING || waiting >= MOST_WAITING_FROM_ONE) {
    throw new ShaonError('took_too_long', 'Too many passwords wait to be checked already. Ask again in a few seconds.');
  }
  if (from !== undefined) waitingFrom.set(from, waiting + 1);
  try {
    const hashed = stored ?? (await hashOfNobody());
    const fits = await signInsInTurn(() => inTurn(() => verify(hashed, password.normalize('NFC'))));
    return fits && stored !== null;
  } finally {
    if (from !== undefined) noteEnd(from);
  }
}

function noteEnd(from: string): void {
  const waiting = (waitingFrom.get(from) ?? 0) - 1;
  if (waiting > 0) waitingFrom.set(from, waiting);
  else waitingFrom.delete(from);
}

let nobody: Promise<string> | undefined;

/** Compared with when there is no such account, so that its absence takes as long as a wrong password. */
function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(generatePassword());
  return nobody;
}

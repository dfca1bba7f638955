import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ShaonError } from '../errors.ts';

/** Without characters that look alike: no 0 O o, 1 l I i, 5 S s (D:W26). */
const ALPHABET = 'abcdefghjkmnpqrtuvwxyzABCDEFGHJKLMNPQRTUVWXYZ2346789';
const GENERATED_LENGTH = 12;

/**
 * OWASP lists settings of argon2id that are equally strong; this is the one with the least memory. OWASP asks for five
 * passes; eight take about as long as the hashes of earlier versions (19 MiB, two passes).
 */
const ARGON2 = { memoryCost: 7_168, timeCost: 8, parallelism: 1 } as const;

/** A password for a welcome message: 12 characters, about 68 bits (D:W26). */
export function generatePassword(): string {
  let password = '';
  for (let index = 0; index < GENERATED_LENGTH; index++) password += ALPHABET[randomInt(ALPHABET.length)];
  return password;
}

/**
 * A hash uses its 7 MiB and one CPU core for some 12 ms: 70 a second. More hashes at once would need that much more
 * memory each, and on two cores they would take the event loop's.
 */
const hashLimit = pLimit(1);
/** Sign-ins have a queue of their own, so that in a flood of them at most one is ahead of a new password. */
const signInLimit = pLimit(1);
/** Some three seconds' worth; later callers would leave before their turn. */
const MAX_WAITING = 200;
/** The limit per address, so that one address cannot keep all others out. A whole office may share one. */
const MAX_WAITING_FROM_ONE = 100;
/** How many sign-ins of each address wait. */
const waitingFrom = new Map<string, number>();

export function hashPassword(password: string): Promise<string> {
  return hashLimit(() => hash(password.normalize('NFC'), ARGON2));
}

/**
 * Whether a password matches a stored hash; without a hash it takes the same time and returns false. Throws
 * `took_too_long` when too many sign-ins wait already, for every account alike.
 *
 * @param from the caller's IP address, if known
 */
export async function verifyPassword(stored: string | null, password: string, from?: string): Promise<boolean> {
  const waiting = from === undefined ? 0 : (waitingFrom.get(from) ?? 0);
  if (signInLimit.pendingCount >= MAX_WAITING || waiting >= MAX_WAITING_FROM_ONE) {
    throw new ShaonError('took_too_long', 'Too many passwords wait to be checked already. Ask again in a few seconds.');
  }
  if (from !== undefined) waitingFrom.set(from, waiting + 1);
  try {
    const hashed = stored ?? (await dummyHash());
    const fits = await signInLimit(() => hashLimit(() => verify(hashed, password.normalize('NFC'))));
    return fits && stored !== null;
  } finally {
    if (from !== undefined) releaseWaiting(from);
  }
}

function releaseWaiting(from: string): void {
  const waiting = (waitingFrom.get(from) ?? 0) - 1;
  if (waiting > 0) waitingFrom.set(from, waiting);
  else waitingFrom.delete(from);
}

let cachedDummyHash: Promise<string> | undefined;

/** The hash to check when there is no account, so that this takes as long as a wrong password. */
function dummyHash(): Promise<string> {
  cachedDummyHash ??= hashPassword(generatePassword());
  return cachedDummyHash;
}

interface WelcomePassword {
  readonly password: string;
  readonly hash: string;
}

/**
 * Generated passwords with their hashes. Hashing is slow and must not run inside a transaction, so one pair is always
 * kept ready (D:W26).
 */
export class WelcomePasswords {
  #next: Promise<WelcomePassword> | undefined;

  /** Returns a pair that is used only once. */
  take(): Promise<WelcomePassword> {
    const taken = this.#next ?? makePair();
    this.#next = makePair();
    // If making the pair fails, the next `take` throws the error; until then it must not count as unhandled.
    this.#next.catch(() => undefined);
    return taken;
  }
}

async function makePair(): Promise<WelcomePassword> {
  const password = generatePassword();
  return { password, hash: await hashPassword(password) };
}

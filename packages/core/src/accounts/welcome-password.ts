import { generatePassword, hashPassword } from './password.ts';

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

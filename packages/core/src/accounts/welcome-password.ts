import { generatePassword, hashPassword } from './password.ts';

interface WelcomePassword {
  readonly password: string;
  readonly hash: string;
}

/**
 * Generated passwords with their hashes. Hashing is slow and must not happen inside a transaction, ours or a caller's,
 * so one pair is kept ready (D:W26).
 */
export class WelcomePasswords {
  #next: Promise<WelcomePassword> | undefined;

  /** A pair that nobody else gets. */
  take(): Promise<WelcomePassword> {
    const taken = this.#next ?? makePair();
    this.#next = makePair();
    // A failed pair is thrown by the `take` that gets it; until then it must not count as unhandled.
    this.#next.catch(() => undefined);
    return taken;
  }
}

async function makePair(): Promise<WelcomePassword> {
  const password = generatePassword();
  return { password, hash: await hashPassword(password) };
}

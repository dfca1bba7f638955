import { createRequire } from 'node:module';

/*
 * A hash of a password takes some 15 ms of CPU by design, and so does every new employee, who gets a password. In tests
 * it takes less than 1 ms. Processes that tests start hash as in production.
 */

/** Far too weak for passwords that somebody uses. */
const QUICK = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A variable, because mocha may load this module twice in one process, by require and by import. */
const REAL_VARIABLE = 'SHAON_TEST_REAL_PASSWORD_HASHES';

/** On the global object for the same reason. */
const HOLD = Symbol.for('shaon.test.passwordChecks');

type Hash = (password: string, settings: object) => Promise<string>;
type Verify = (hash: string, password: string) => Promise<boolean>;
type Hold = (() => Promise<void>) | undefined;

/** Changes the module of core that hashes; call it before core is loaded. */
export function makePasswordHashesQuick(): void {
  const requireOfCore = createRequire(new URL('../../../packages/core/package.json', import.meta.url));
  const argon2 = requireOfCore('@node-rs/argon2') as { hash: Hash; verify: Verify };
  const { hash, verify } = argon2;
  argon2.hash = (password, settings) => hash(password, process.env[REAL_VARIABLE] === undefined ? QUICK : settings);
  argon2.verify = async (stored, password) => {
    await (globalThis as { [HOLD]?: Hold })[HOLD]?.();
    return verify(stored, password);
  };
}

/** Lets `meanwhile` happen while the check of a password that `check` begins is under way; returns what `check` does. */
export async function duringPasswordCheck<T>(check: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const holder = globalThis as { [HOLD]?: Hold };
  let end = (): void => undefined;
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  const hasBegun = new Promise<void>((resolve) => {
    holder[HOLD] = () => {
      resolve();
      return hasEnded;
    };
  });
  try {
    const checked = check();
    await hasBegun;
    await meanwhile();
    end();
    return await checked;
  } finally {
    end();
    delete holder[HOLD];
  }
}

/** The passwords of this suite are hashed as in production. */
export function useRealPasswordHashes(): void {
  before(() => {
    process.env[REAL_VARIABLE] = '1';
  });
  after(() => {
    delete process.env[REAL_VARIABLE];
  });
}

import { violatesUnique } from '../database/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { loginTable } from './login.ts';

/**
 * The answer to a taken e-mail address is the same `email: unique` whether somebody had it before, or another request
 * took it a moment ago (D:W10, W24).
 */
export async function refusingTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violatesUnique(error, loginTable.name, ['email_key'])) throw error;
    throw new InvalidInputError({ email: [{ rule: 'unique' }] }, { cause: error });
  }
}

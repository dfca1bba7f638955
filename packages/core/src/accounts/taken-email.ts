import { violatesUnique } from '../database/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { loginTable } from './login.ts';

/**
 * Answers a taken e-mail address with the same `email: unique`, whether it was taken before or by a concurrent request
 * (D:W10, W24).
 */
export function refuseTakenEmail(error: unknown): never {
  if (!violatesUnique(error, loginTable.name, ['email_key'])) throw error;
  throw new InvalidInputError({ email: [{ rule: 'unique' }] }, { cause: error });
}

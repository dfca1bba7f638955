import { ConstraintError } from '../database/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { retry } from '../retry.ts';

/** Each try loses to another request that was committed meanwhile, so few are enough. */
const TRIES = 4;

/**
 * Looks and writes again when another request changed between the look and the write what the look relied on. The
 * write then breaks a constraint, which names one field; the rules of the next look name every one (D:W23, W24).
 */
export function retryOnLostRace<T>(lookAndWrite: () => Promise<T>): Promise<T> {
  return retry(TRIES, isLostRace, lookAndWrite);
}

/** Whether a value was taken, or a department or branch went away. */
function isLostRace(error: unknown): boolean {
  const broken = error instanceof InvalidInputError ? error.cause : error;
  return broken instanceof ConstraintError && (broken.kind === 'foreign_key' || broken.kind === 'unique');
}

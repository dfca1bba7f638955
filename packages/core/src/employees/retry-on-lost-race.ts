import { ConstraintError } from '../database/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { retry } from '../retry.ts';

/** A try fails only if another request was committed meanwhile, so few tries are enough. */
const TRIES = 4;

/**
 * Checks and writes again if another request changed what the check relied on. The write then breaks a constraint,
 * which names one field; the next check names every one (D:W23, W24).
 */
export function retryOnLostRace<T>(lookAndWrite: () => Promise<T>): Promise<T> {
  return retry(TRIES, isLostRace, lookAndWrite);
}

/** Whether a value was taken, or a department or branch was removed. */
function isLostRace(error: unknown): boolean {
  const broken = error instanceof InvalidInputError ? error.cause : error;
  return broken instanceof ConstraintError && (broken.kind === 'foreign_key' || broken.kind === 'unique');
}

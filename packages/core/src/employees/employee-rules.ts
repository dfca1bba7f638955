import { ConstraintError, violatesUnique } from '../database/sql/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import type { ValidationResult } from '../input/validate.ts';
import { retry } from '../retry.ts';
import { employeeTable } from './employee.ts';
import type { EmployeeContext } from './employee-context.ts';
import type { EmployeeChange } from './employee-input.ts';

/**
 * Adds the rules that need the database to the errors of the fields: e-mail and ID number are unique across the system
 * (D:W8, W10), department and branch are the company's own (D:W13). Throws `invalid_input` with all errors together; an
 * unknown and a foreign department get the same one. `found` is null if nothing had to be looked up.
 */
export function assertNoConflict(
  validated: Pick<ValidationResult<EmployeeChange>, 'errors' | 'value'>,
  found: EmployeeContext | null,
): void {
  const { department_id, branch_id } = validated.value;
  const errors: InputErrors = { ...validated.errors };
  if (found?.idNumberTaken) errors.id_number = [{ rule: 'unique' }];
  if (found?.emailTaken) errors.email = [{ rule: 'unique' }];
  if (department_id != null && found?.department == null) errors.department_id = [{ rule: 'in' }];
  if (branch_id != null && found?.branch == null) errors.branch_id = [{ rule: 'in' }];
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

/** Another request took the ID number after the check; the answer is the same 422 as for a seen one (D:W24). */
export function refuseTakenIdNumber(error: unknown): never {
  if (!violatesUnique(error, employeeTable.name, ['id_number_hash'])) throw error;
  throw new InvalidInputError({ id_number: [{ rule: 'unique' }] }, { cause: error });
}

/** A try fails only if another request was committed meanwhile, so few tries are enough. */
const TRIES = 4;

/**
 * Checks and writes again if another request changed what the check relied on. The write then breaks a constraint,
 * which names one field; the next check names every one (D:W23, W24).
 */
export function retryOnLostRace<T>(lookAndWrite: () => Promise<T>): Promise<T> {
  return retry(TRIES, isLostRace, lookAndWrite);
}

/** Whether a value was taken, or a department or branch was removed, after the check. */
export function isLostRace(error: unknown): boolean {
  const broken = error instanceof InvalidInputError ? error.cause : error;
  return broken instanceof ConstraintError && (broken.kind === 'foreign_key' || broken.kind === 'unique');
}

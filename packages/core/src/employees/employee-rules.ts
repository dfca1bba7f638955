import { ConstraintError, violatesUnique } from '../database/constraint-errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import type { Judgement } from '../input/judged.ts';
import type { EmployeeChange } from './employee-input.ts';
import type { Surroundings } from './employee-queries.ts';

/**
 * The rules that only the database can judge, added to those of the fields: the e-mail and the ID number are unique
 * across the system (D:W8, W10), department and branch are the company's own (D:W13). Throws `invalid_input` with all
 * errors together, an unknown and a foreign department being the same; `found` is null when nothing was asked.
 */
export function assertNoConflict(
  judged: Pick<Judgement<EmployeeChange>, 'errors' | 'value'>,
  found: Surroundings | null,
): void {
  const { department_id, branch_id } = judged.value;
  const errors: InputErrors = { ...judged.errors };
  if (found?.idNumberTaken) errors.id_number = [{ rule: 'unique' }];
  if (found?.emailTaken) errors.email = [{ rule: 'unique' }];
  if (department_id != null && found?.department == null) errors.department_id = [{ rule: 'in' }];
  if (branch_id != null && found?.branch == null) errors.branch_id = [{ rule: 'in' }];
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

/** D:W24: another request took the ID number a moment ago: the same 422 as if it had been seen. */
export function refuseTakenIdNumber(error: unknown): never {
  if (!violatesUnique(error, 'shaon_employee', ['id_number_hash'])) throw error;
  throw new InvalidInputError({ id_number: [{ rule: 'unique' }] }, { cause: error });
}

/** Whether a value was taken, or a department or branch went away, between the look and the write. */
function isLostRace(error: unknown): boolean {
  const broken = error instanceof InvalidInputError ? error.cause : error;
  return broken instanceof ConstraintError && (broken.kind === 'foreign_key' || broken.kind === 'unique');
}

/**
 * What another request did between the look and the write breaks a constraint, which names one field; asked again, the
 * rules name every one (D:W23, W24).
 */
export async function againOnLostRace<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return write();
  }
}

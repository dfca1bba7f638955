import type { CompanyScope } from '../database/company-scope.ts';
import { ConstraintError, violatesUnique } from '../database/constraint-errors.ts';
import { emailKey } from '../input/email-field.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import type { Judgement } from '../input/validate.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { EmployeeChange, NewEmployee } from './employee-input.ts';
import { findConflicts } from './employee-queries.ts';
import { padIsraeliId } from './israeli-id.ts';

/**
 * The rules that only the database can judge, added to those of the fields: the e-mail and the ID number are unique
 * across the system (D:W8, W10), department and branch are the company's own (D:W13). Throws `invalid_input` with all
 * errors together, an unknown and a foreign department being the same.
 */
export async function assertNoConflict(
  scope: CompanyScope,
  judged: Judgement<EmployeeChange & Pick<Partial<NewEmployee>, 'id_number'>>,
  idNumberHash: IdNumberHash,
  exceptId: number | null = null,
): Promise<void> {
  const { value } = judged;
  const idNumber = value.id_number ?? null;
  const conflicts = await findConflicts(scope, {
    emailKey: value.email == null ? null : emailKey(value.email),
    idNumberHash: idNumber === null ? null : idNumberHash(padIsraeliId(idNumber)),
    departmentId: value.department_id ?? null,
    branchId: value.branch_id ?? null,
    exceptId,
  });
  const errors: InputErrors = { ...judged.errors };
  if (conflicts.idNumberTaken) errors.id_number = [{ rule: 'unique' }];
  if (conflicts.emailTaken) errors.email = [{ rule: 'unique' }];
  if (conflicts.departmentMissing) errors.department_id = [{ rule: 'in' }];
  if (conflicts.branchMissing) errors.branch_id = [{ rule: 'in' }];
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

/** D:W24: another request took the ID number a moment ago: the same 422 as if it had been seen. */
export function refuseTakenIdNumber(error: unknown): never {
  if (!violatesUnique(error, 'shaon_employee', ['id_number_hash'])) throw error;
  throw new InvalidInputError({ id_number: [{ rule: 'unique' }] });
}

/** Whether a department or branch went away between the look and the write. */
export function isLostReference(error: unknown): boolean {
  return error instanceof ConstraintError && error.kind === 'foreign_key';
}

import type { CompanyScope } from '../database/company-scope.ts';
import { ConstraintError, violatesUnique } from '../database/constraint-errors.ts';
import { emailKey } from '../input/email-field.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { InputErrors } from '../input/issue.ts';
import type { Judgement } from '../input/validate.ts';
import type { EmployeeChange } from './employee-input.ts';
import { type Employee, findConflicts } from './employee-queries.ts';

/** Department and branch of an employee, with the names that an answer shows. */
export type EmployeeOrganization = Pick<Employee, 'department' | 'branch'>;

/**
 * The rules that only the database can judge, added to those of the fields: the e-mail and the ID number are unique
 * across the system (D:W8, W10), department and branch are the company's own (D:W13): these it gives. Throws
 * `invalid_input` with all errors together, an unknown and a foreign department being the same.
 */
export async function assertNoConflict(
  scope: CompanyScope,
  judged: Judgement<EmployeeChange>,
  {
    idNumberHash = null,
    exceptId = null,
  }: { readonly idNumberHash?: string | null; readonly exceptId?: number | null },
): Promise<EmployeeOrganization> {
  const { email, department_id, branch_id } = judged.value;
  const found = await findConflicts(scope, {
    emailKey: email == null ? null : emailKey(email),
    idNumberHash,
    departmentId: department_id ?? null,
    branchId: branch_id ?? null,
    exceptId,
  });
  const errors: InputErrors = { ...judged.errors };
  if (found.idNumberTaken) errors.id_number = [{ rule: 'unique' }];
  if (found.emailTaken) errors.email = [{ rule: 'unique' }];
  if (department_id != null && found.department === null) errors.department_id = [{ rule: 'in' }];
  if (branch_id != null && found.branch === null) errors.branch_id = [{ rule: 'in' }];
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return { department: found.department, branch: found.branch };
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

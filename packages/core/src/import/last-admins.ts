import { isLastAdmin } from '../accounts/account-rules.ts';
import { loginTable } from '../accounts/login.ts';
import type { EmployeeRow } from '../employees/employee.ts';
import { issue } from '../input/issue.ts';
import type { Candidate, CheckedRow, ImportRun } from './import-run.ts';

type AccessFields = Partial<Pick<EmployeeRow, 'role' | 'status'>>;

/**
 * D:A1: refuses rows that would leave the company without an active admin. Rows of an export may, because the export
 * decides who is an admin.
 */
export async function refuseLastAdmins<Fields extends AccessFields>(
  { company, isExport }: ImportRun,
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
): Promise<CheckedRow<Fields>[]> {
  if (isExport || candidates.every(({ recordId }) => recordId === null)) return [...checked];
  let admins = await company.find(loginTable, { role: 'admin', disabledAt: null });
  return checked.map((one, index) => {
    const admin = admins.find(({ employeeId }) => employeeId !== null && employeeId === candidates[index]?.recordId);
    const field = 'fields' in one ? endingAdmin(one.fields) : null;
    if (admin === undefined || field === null) return one;
    if (isLastAdmin(admins, admin.id)) return { errors: { [field]: [issue('last_admin')] } };
    admins = admins.filter(({ id }) => id !== admin.id);
    return one;
  });
}

/** The field by which an admin would not be an active one any more; an import gives nobody the role of an admin. */
function endingAdmin({ role, status }: AccessFields): 'role' | 'status' | null {
  if (role !== undefined) return 'role';
  return status === 'frozen' ? 'status' : null;
}
